/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ondes-keys.h"

#include <glib/gi18n.h>

const OndesKeys ondes_keys[] = {
  { "app.quit", { "<Control>q" } },
  { "app.new-window", { "<Control>n" } },
  { "win.open", { "<Control>o" } },
  { "win.export", { "<Control>s", "<Control>e" } },
  { "win.batch", { "<Control>b" } },
  { "win.copy-command", { "<Control><Shift>c" } },
  { "win.copy-selection", { "<Control><Alt>c" } },
  { "win.fit-colours", { "<Control>f" } },
  { "win.automatic-colours", { "<Control><Shift>f" } },
  { "win.page::scalogram", { "<Alt>1" } },
  { "win.page::spectra", { "<Alt>2" } },
  { "win.page::convolution", { "<Alt>3" } },
  { "win.page::filter", { "<Alt>4" } },
  { "win.page::sequency", { "<Alt>5" } },
  { "win.loop", { "<Control>l" } },
  { "win.follow", { "<Control><Shift>l" } },
  { "win.keep-pitch", { "<Control><Shift>p" } },
  { "win.annotations", { "F7" } },
  { "win.presets", { "<Control>p" } },
  { "win.slices", { "F8" } },
  { "win.hold-slice", { "<Control>h" } },
  { "win.sidebar", { "F9" } },
  { "win.recompute", { "F5" } },
  { "win.show-help-overlay", { "F1", "<Control>question" } },
  { "win.menu", { "F10" } },
  { "window.close", { "<Control>w" } },
  { NULL },
};

const GOptionEntry ondes_options[] = {
  { "version", 0, G_OPTION_FLAG_NONE, G_OPTION_ARG_NONE, NULL, N_("Print the versions of Ondes and its libraries"), NULL },
  { NULL },
};
