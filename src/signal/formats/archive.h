/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Archives: files of many data sets, each an array of numbers with any number of dimensions.
 *
 * A format fills a list of objects (data sets, and groups for their attributes) and reads slabs of a data set; here one of them is
 * chosen and made a recording. One dimension is time, each place in the others a channel, in the order of the file: of two
 * dimensions the longer one is time, unless the options or a coordinate variable say otherwise. Of two as long the first is time,
 * as people count them, so that columns are channels, and a note says so. Elements that equal the fill value of the CF conventions
 * (attributes _FillValue, missing_value), or lie outside valid_range or valid_min and valid_max, are missing, which is NaN.
 * scale_factor and add_offset are applied in double. The attribute _Unsigned makes integers unsigned, or signed.
 */
#pragma once

#include "elements.h"

G_BEGIN_DECLS

#define ONDES_ARCHIVE_DIMENSIONS 8   /* most of a data set that is read */
#define ONDES_ARCHIVE_OBJECTS 20000  /* most that are listed */
#define ONDES_ARCHIVE_ATTRIBUTES 256 /* most of an object that are kept … */
#define ONDES_ARCHIVE_TEXT 2048      /* … and bytes of one, or of a text */
#define ONDES_ARCHIVE_DEPTH 32       /* groups within groups */

typedef struct
{
  OndesDataset shown;     /* first: lists of OndesDataset are made of these */
  gboolean     is_group;  /* has attributes alone */
  gboolean     is_coordinate; /* of another, or of a dimension that has its name */
  gboolean     reversed;  /* people count its dimensions the other way round, as in MATLAB */
  gboolean     as_double; /* a floating point array that the file stores as integers */
  gboolean     real_range; /* an attribute of its valid range holds floating point numbers */
  gboolean     resigned;  /* the attribute _Unsigned changed its kind, and that of the numbers in its attributes */
  guint        n_dimensions; /* 0 of a single number */
  guint64      dimensions[ONDES_ARCHIVE_DIMENSIONS]; /* the last one varies fastest */
  char        *coordinates[ONDES_ARCHIVE_DIMENSIONS]; /* path of the data set of a dimension's coordinates; NULL if none */
  OndesElement element;   /* as read() returns them; kind 0 if it holds no numbers */
  double       value;     /* of a data set of one real number; else NaN */
  char        *text;      /* of a data set of one text; else NULL */
  double       fill;      /* what stands for missing, if the format itself says so; NaN if it does not */
  guint64      at;        /* for the format */
  gpointer     data;      /* for the format */
  GDestroyNotify free_data;
} OndesArchiveObject;

/* All of every dimension but one, of which it is [at, at + n). */
typedef struct
{
  guint   axis; /* 0 if there are no dimensions */
  guint64 at, n;
} OndesArchiveSlab;

typedef struct _OndesArchive OndesArchive;

typedef struct
{
  /* Reads the elements of the slab, which lies in the object, as they stand in memory of its shape. Called by one thread at a
   * time. */
  gboolean (*read)     (OndesArchive             *self,
                        const OndesArchiveObject *object,
                        const OndesArchiveSlab   *slab,
                        void                     *dst,
                        GError                  **error);
  /* Prepares the object that was chosen; NULL if there is nothing to prepare. */
  gboolean (*choose)   (OndesArchive             *self,
                        const OndesArchiveObject *object,
                        const OndesWatch         *watch,
                        GError                  **error);
  /* Frees what the subclass owns, not the instance. */
  void     (*finalize) (OndesArchive             *self);
} OndesArchiveClass;

struct _OndesArchive
{
  const OndesArchiveClass *klass;
  const char              *display; /* borrowed: the file's name in messages */
  char                    *format;  /* "HDF5" */
  GPtrArray               *objects; /* of OndesArchiveObject, groups before what is in them */
  GHashTable              *paths;   /* of these objects → object */
};

/* Allocates a zeroed archive of @size bytes, without objects. */
gpointer            ondes_archive_new         (gsize                    size,
                                               const OndesArchiveClass *klass,
                                               const OndesOpening      *opening,
                                               const char              *format);
void                ondes_archive_free        (OndesArchive            *self);
/* Makes a recording of the data set that the options or the file choose; takes ownership of @archive, which may be NULL with
 * @error set. Fails with ONDES_ERROR_NEEDS_DATASET where several may be meant. */
OndesReader        *ondes_archive_open        (OndesArchive            *archive,
                                               const OndesOpening      *opening,
                                               GError                 **error);
/* Chooses between the data sets: marks the one that fits best, and returns it if it need not be asked for, NULL if it must, or if
 * there is none. @n is how many could be opened. */
OndesArchiveObject *ondes_archive_choose      (OndesArchive            *self,
                                               guint                   *n);

/* Adds an object of this path, which is copied. NULL once there are too many. */
OndesArchiveObject *ondes_archive_add         (OndesArchive            *self,
                                               const char              *path);
/* Fills what is shown of shape, type and unit; call it once the attributes and the fields above are set. */
void                ondes_archive_describe    (OndesArchiveObject      *object,
                                               const char              *type);
void                ondes_archive_object_free (gpointer                 object);
/* Sets the attributes; takes ownership of the strings in @list, names and values in turn, and empties it. */
void                ondes_archive_set_attributes (OndesArchiveObject   *object,
                                               GPtrArray               *list);
/* Returns the object of exactly this path; NULL if there is none. */
OndesArchiveObject *ondes_archive_find        (OndesArchive            *self,
                                               const char              *path);
/* Sets is_coordinate of all objects. */
void                ondes_archive_mark_coordinates (OndesArchive       *self);
/* Returns the value of an attribute; NULL if it has none of this name. */
const char         *ondes_archive_attribute   (const OndesArchiveObject *object,
                                               const char              *name);
/* Returns elements along @axis; 1 if there are no dimensions. */
guint64             ondes_archive_length      (const OndesArchiveObject *object,
                                               guint                    axis);
/* Returns the number of elements; G_MAXUINT64 if it is larger than that. */
guint64             ondes_archive_elements    (const OndesArchiveObject *object);
/* Converts real elements, one after the other, to double. */
void                ondes_archive_to_real     (const OndesElement       *element,
                                               const guint8             *from,
                                               gsize                     n,
                                               double                   *to);
/* Reads a slab as real numbers, with missing ones as NaN, scaled. Not for complex ones. */
gboolean            ondes_archive_read_real   (OndesArchive             *self,
                                               const OndesArchiveObject *object,
                                               const OndesArchiveSlab   *slab,
                                               double                   *dst,
                                               GError                  **error);

/* A data set whose elements stand in a file one after the other; some formats interleave records of several data sets. */
typedef struct
{
  int     fd;
  guint64 offset;
  guint64 record; /* bytes from one place of the first dimension to the next; 0 if they are contiguous */
} OndesArchivePlace;

gboolean            ondes_archive_read_place  (OndesArchive             *self,
                                               const OndesArchiveObject *object,
                                               const OndesArchivePlace  *place,
                                               const OndesArchiveSlab   *slab,
                                               void                     *dst,
                                               GError                  **error);

/* What an archive tells of the time axis of a data set. */
typedef struct
{
  double      rate;       /* in samples per time_unit; 0 if it does not say */
  const char *time_unit;  /* NULL if it does not say */
  double      start;      /* time of the first sample in time units */
  double      date_s;     /* its date by the time stamps, as in OndesReader; NaN if they tell none */
  OndesStart  noted;
  guint64     irregular;
  double      irregular_max;
} OndesArchiveTime;

/* Finds rate and start by the conventions of archive-time.c. */
gboolean            ondes_archive_find_time   (OndesArchive             *self,
                                               const OndesArchiveObject *object,
                                               guint                     axis,
                                               OndesArchiveTime         *time,
                                               const OndesWatch         *watch,
                                               GError                  **error);
/* Returns the dimension of @object whose coordinates are times; n_dimensions if there is none. */
guint               ondes_archive_time_axis   (OndesArchive             *self,
                                               const OndesArchiveObject *object);
/* TRUE if the object is by its name or its unit a column of times. */
gboolean            ondes_archive_is_time     (const OndesArchiveObject *object);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (OndesArchive, ondes_archive_free)

/* The formats: MAT 5; netCDF classic; HDF5 with netCDF-4 and MAT 7.3, where it was built. Each tells its files by the @n bytes of
 * their beginning, lists what is in one, and opens one as a recording. */
gboolean            ondes_mat_detect          (const char *path, const guint8 *head, gsize n);
gboolean            ondes_cdf_detect          (const char *path, const guint8 *head, gsize n);
gboolean            ondes_hdf5_detect         (const char *path, const guint8 *head, gsize n);
OndesArchive       *ondes_mat_archive         (const OndesOpening *opening, GError **error);
OndesArchive       *ondes_cdf_archive         (const OndesOpening *opening, GError **error);
OndesArchive       *ondes_hdf5_archive        (const OndesOpening *opening, GError **error);
OndesReader        *ondes_mat_open            (const OndesOpening *opening, GError **error);
OndesReader        *ondes_cdf_open            (const OndesOpening *opening, GError **error);
OndesReader        *ondes_hdf5_open           (const OndesOpening *opening, GError **error);

G_END_DECLS
