/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of the process that runs libhdf5. */
#pragma once

#include <hdf5.h>

#include "protocol.h"

G_BEGIN_DECLS

/* How the elements of a data set are read. */
typedef struct
{
  char  kind;  /* as of OndesElement; 0 if they are no numbers */
  guint bytes;
  hid_t type;  /* in memory, to be closed; −1 without numbers */
} Hdf5Element;

/* Finds how elements of @type are read. */
Hdf5Element  hdf5_element       (hid_t type);
/* Returns what there is in the file, as HDF5_LISTING; floating; NULL if it cannot be walked. @size is the file's, in bytes. */
GVariant    *hdf5_list          (hid_t   file,
                                 guint64 size);
/* Adds the attributes of an object to @attributes, as a(ayay). */
void         hdf5_list_attributes (hid_t            object,
                                   GVariantBuilder *attributes);
/* Returns the text of an attribute that is one text; NULL if there is none. Transfer full. */
char        *hdf5_text_attribute (hid_t       object,
                                  const char *name);
/* Reads a data set or attribute that is a few texts; NULL if it cannot be. Transfer full. */
typedef herr_t (*Hdf5Get) (hid_t from, hid_t type, void *to);
char        *hdf5_read_text     (hid_t    from,
                                 Hdf5Get  get,
                                 hid_t    type,
                                 hssize_t n);

G_END_DECLS
