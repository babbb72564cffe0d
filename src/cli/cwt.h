/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the commands of the Morlet transform share: cwt, measure and slice. */
#pragma once

#include "cwt-second.h"
#include "preset.h"
#include "transform/walshgram.h"

G_BEGIN_DECLS

extern const CliOption cli_cwt_display_options[];
extern const CliOption cli_walshgram_options[]; /* of ondes_walshgram_params */

/* Begins as zeroes, with the flags for slices. */
typedef struct
{
  gboolean        slices; /* TRUE for slices: of magnitude or power, also as numbers */
  const OndesWalshgramOptions *walshgram; /* in the place of the Morlet transform; NULL for none */

  /* After parsing: what does not depend on the file. */
  CliInput        input;
  CliCompute      compute;
  CliTransform    transform;
  OndesExport     export;
  CliSecond       second;
  CliPreset       preset;
  char           *preset_note; /* what of the preset does not fit the recording; NULL if all does */

  /* After cli_cwt_request_open(), when the export is complete. */
  OndesRecording *recording;
  OndesSpec      *spec;
  OndesComputer  *computer;
} CliCwtRequest;

void            cli_cwt_request_clear   (CliCwtRequest        *self);

/* Parses --preset and then the input; has @arguments be those of the preset too, which the command line overrides. */
gboolean        cli_cwt_parse_input     (const CliArguments **arguments,
                                         gboolean             figure,
                                         CliCwtRequest       *request,
                                         GError             **error);
/* Takes the frequencies of the preset, as far as the recording has them, where the command line asks for no rows. */
void            cli_cwt_fit_preset      (CliCwtRequest       *request,
                                         OndesRecording      *recording);
/* Chooses frequencies for a recording of @rate_hz if the command tells neither these nor scales. */
void            cli_cwt_default_frequencies (CliTransform *transform,
                                             double        rate_hz);
/* Refuses, before the file is opened, commands that are wrong for any file. What a compensation makes of the rows waits for the
 * rate. If the rows depend on the rate, checks them at the lowest rate that allows the frequencies. That rate gives the smallest
 * scales, with which the analytic wavelet is stricter, so its checks wait for the actual rate. */
gboolean        cli_cwt_check_rows      (const CliCwtRequest *request,
                                         GError             **error);
/* Fails if no row lies in the display's frequencies. */
gboolean        cli_cwt_check_view      (const CliCwtRequest *request,
                                         const OndesSpec     *spec,
                                         double               rate_hz,
                                         GError             **error);
/* Opens the recording, oversampled if asked, which then keeps @plain. */
OndesRecording *cli_cwt_open            (const CliCwtRequest *request,
                                         const CliRun        *cli,
                                         OndesRecording     **plain,
                                         GError             **error);
/* Makes the spec for a recording of @rate_hz, oversampled, whose frequencies were found. */
OndesSpec      *cli_cwt_make_spec       (CliCwtRequest       *request,
                                         double               rate_hz,
                                         GError             **error);
void            cli_cwt_print_notes     (const CliCwtRequest *request,
                                         const OndesSpec     *spec,
                                         double               rate_hz);

/* Parses -o and all options, and refuses what is wrong whatever the file. */
gboolean        cli_cwt_request_parse   (const CliArguments  *arguments,
                                         CliCwtRequest       *request,
                                         GError             **error);
/* Opens the recording and makes the spec. */
gboolean        cli_cwt_request_open    (const CliRun        *cli,
                                         CliCwtRequest       *request,
                                         GError             **error);
/* Prints notes and the line of --timing after the export. */
gboolean        cli_cwt_request_tell    (const CliRun        *cli,
                                         const CliCwtRequest *request,
                                         const OndesReport   *report,
                                         GError             **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (CliCwtRequest, cli_cwt_request_clear)

G_END_DECLS
