/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the HDF5 reader and its process say to each other.
 *
 * libhdf5 can be crashed, or kept busy for ever, by damaged files, and is not thread-safe in Debian. So all of it runs in a process
 * of its own, one a file, without a thread, that has no right to open another file and limited memory and time: formats/hdf5.c
 * starts it and asks, hdf5/main.c answers. If it ends, the answer is one sentence; the next question starts it anew. A socket
 * carries a Request, its path without a final zero, and back a Reply with its bytes, in the machine's own order.
 */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define HDF5_FD_SOCKET 0
#define HDF5_FD_FILE 3
#define HDF5_DIMENSIONS 8
#define HDF5_PATH 65536                   /* bytes of a path at most */
#define HDF5_BLOCK ((guint64) 64 << 20)   /* bytes of a reply at most */
#define HDF5_CHUNK ((guint64) 256 << 20)  /* bytes of a chunk at most, unpacked */
#define HDF5_OBJECTS 20000                /* objects listed at most … */
#define HDF5_ATTRIBUTES 256               /* … and attributes of one */
#define HDF5_TEXT 2048                    /* bytes of an attribute or a text at most */
#define HDF5_DEPTH 32                     /* groups within groups at most */
#define HDF5_SECONDS 10                   /* of the processor that a request may take … */
#define HDF5_SECONDS_LEAST 3              /* … of a small file, and a second more … */
#define HDF5_SECOND_BYTES (1 << 20)       /* … for so many bytes of a larger one */

typedef enum
{
  HDF5_LIST, /* answered by a GVariant of HDF5_LISTING */
  HDF5_READ, /* by the elements of a slab, as the list tells them, in the machine's order */
} Hdf5Question;

typedef struct
{
  guint32 question;
  guint32 path_length;
  guint32 n_dimensions;
  guint32 unused;
  guint64 first[HDF5_DIMENSIONS], count[HDF5_DIMENSIONS]; /* of a slab */
} Hdf5Request;

typedef struct
{
  guint32 good; /* 0 if libhdf5 refuses */
  guint32 unused;
  guint64 length;
} Hdf5Reply;

/* Path, flags, dimensions, kind and bytes of an element, name of a type without numbers, names and values of attributes, value,
 * text, paths of coordinates, problem and its number, fill value. Texts are byte strings, as files have any bytes. */
#define HDF5_LISTING "a(ayuatyuaya(ayay)dayaayuud)"

enum
{
  HDF5_IS_GROUP = 1 << 0,
  HDF5_IS_REVERSED = 1 << 1, /* MATLAB's order of the dimensions */
  HDF5_REAL_RANGE = 1 << 2,  /* an attribute of its valid range holds floating point numbers */
};

typedef enum
{
  HDF5_FINE,
  HDF5_ELSEWHERE,  /* in another file */
  HDF5_FILTER,     /* packed by a filter that libhdf5 does not bring */
  HDF5_HUGE_CHUNK,
  HDF5_TOO_MANY_DIMENSIONS,
  HDF5_UNWRITTEN,
  HDF5_TOO_LONG,   /* claims more than the file can hold */
  HDF5_NEWER,      /* stored in a way that this libhdf5 is too old for */
} Hdf5Problem;

G_END_DECLS
