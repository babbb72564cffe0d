/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much memory may be taken, on machines that are folders. */
#include "scratch.h"

#include "base/memory.h"

#include <string.h>

#define MIB ((guint64) 1 << 20)

typedef struct
{
  const char *name;
  guint64     expected; /* MiB */
  struct
  {
    const char *path, *text;
  } files[8];
} Machine;

#define MEMINFO(kib) { "proc/meminfo", "MemTotal: 99999999 kB\nMemFree: 1 kB\nMemAvailable: " kib " kB\n" }

static const Machine machines[] = {
  { "no-groups", 1000, { MEMINFO ("1024000") } },
  { "version-2", 300, { MEMINFO ("1024000"), { "proc/self/cgroup", "0::/user/app\n" },
                        { "sys/fs/cgroup/user/app/memory.max", "419430400\n" },
                        { "sys/fs/cgroup/user/app/memory.current", "104857600\n" } } },
  { "version-2-nested", 60, { MEMINFO ("1024000"), { "proc/self/cgroup", "0::/user/app\n" },
                              { "sys/fs/cgroup/user/app/memory.max", "max\n" },
                              { "sys/fs/cgroup/user/app/memory.current", "1\n" },
                              { "sys/fs/cgroup/user/memory.max", "104857600\n" },
                              { "sys/fs/cgroup/user/memory.current", "41943040\n" } } },
  { "version-2-high", 50, { MEMINFO ("1024000"), { "proc/self/cgroup", "0::/a\n" },
                            { "sys/fs/cgroup/a/memory.max", "419430400\n" }, { "sys/fs/cgroup/a/memory.high", "52428800\n" },
                            { "sys/fs/cgroup/a/memory.current", "0\n" } } },
  { "files-are-given-back", 90, { MEMINFO ("1024000"), { "proc/self/cgroup", "0::/a\n" },
                                  { "sys/fs/cgroup/a/memory.max", "104857600\n" },
                                  { "sys/fs/cgroup/a/memory.current", "104857600\n" },
                                  { "sys/fs/cgroup/a/memory.stat", "anon 5\nactive_file 7\ninactive_file 94371840\n" } } },
  { "version-1", 20, { MEMINFO ("1024000"), { "proc/self/cgroup", "3:cpuset:/x\n2:cpu,memory:/jobs/7\n0::/\n" },
                       { "sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", "31457280\n" },
                       { "sys/fs/cgroup/memory/jobs/7/memory.usage_in_bytes", "10485760\n" },
                       { "sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n" },
                       { "sys/fs/cgroup/memory/memory.usage_in_bytes", "10485760\n" } } },
  { "version-1-nested", 10, { MEMINFO ("1024000"), { "proc/self/cgroup", "2:memory:/jobs/7\n" },
                              { "sys/fs/cgroup/memory/jobs/7/memory.limit_in_bytes", "31457280\n" },
                              { "sys/fs/cgroup/memory/jobs/7/memory.usage_in_bytes", "0\n" },
                              { "sys/fs/cgroup/memory/jobs/memory.limit_in_bytes", "10485760\n" },
                              { "sys/fs/cgroup/memory/jobs/memory.usage_in_bytes", "0\n" } } },
  { "container", 40, { MEMINFO ("1024000"), { "proc/self/cgroup", "2:memory:/docker/4711\n" },
                       { "sys/fs/cgroup/memory/memory.limit_in_bytes", "41943040\n" },
                       { "sys/fs/cgroup/memory/memory.usage_in_bytes", "0\n" } } },
  { "outside", 30, { MEMINFO ("1024000"), { "proc/self/cgroup", "0::/../../b\n" },
                     { "sys/fs/cgroup/memory.max", "31457280\n" }, { "sys/fs/cgroup/memory.current", "0\n" } } },
  { "full", 0, { MEMINFO ("1024000"), { "proc/self/cgroup", "0::/\n" }, { "sys/fs/cgroup/memory.max", "1\n" },
                 { "sys/fs/cgroup/memory.current", "31457280\n" } } },
};

static void
make_machine (const Machine *machine)
{
  const char *root = scratch_path (machine->name);

  for (gsize i = 0; i < G_N_ELEMENTS (machine->files) && machine->files[i].path; i++)
    {
      g_autofree char *path = g_build_filename (root, machine->files[i].path, NULL), *folder = g_path_get_dirname (path);

      g_assert_cmpint (g_mkdir_with_parents (folder, 0700), ==, 0);
      g_assert_true (g_file_set_contents (path, machine->files[i].text, -1, NULL));
    }
  ondes_memory_set_root (root);
}

static void
available_is (gconstpointer data)
{
  const Machine *machine = data;

  make_machine (machine);
  g_assert_cmpuint (ondes_memory_available (), ==, machine->expected * MIB);
  ondes_memory_set_root (NULL);
}

static void
promises_count_until_they_are_kept (void)
{
  char *first, *second;

  make_machine (&machines[0]);
  first = ondes_memory_take (600 * MIB, ondes_memory_zeros);
  g_assert_nonnull (first);
  g_assert_cmpuint (ondes_memory_available () / MIB, <=, 400 + 2); /* whole pages, of 2 MiB where the system has those */
  g_assert_null (ondes_memory_take (500 * MIB, ondes_memory_zeros));
  second = ondes_memory_take (100 * MIB, ondes_memory_zeros);
  g_assert_nonnull (second);
  g_assert_cmpuint (ondes_memory_available () / MIB, <=, 300 + 4);
  /* What is written to is no longer available to the system, which says so itself; this machine never does. */
  memset (second, 1, 100 * MIB);
  g_assert_cmpuint (ondes_memory_available () / MIB, >=, 399);
  ondes_memory_settle (second);
  ondes_memory_settle (first);
  ondes_memory_settle (first);
  ondes_memory_settle (NULL);
  g_assert_cmpuint (ondes_memory_available (), ==, 1000 * MIB);
  g_free (first);
  g_free (second);
  ondes_memory_set_root (NULL);
}

/* 30 inputs and 4 outputs: 512 MiB a plane, in a text of 50 bytes. */
static void
planes_of_a_table_are_counted_together (void)
{
  const char *path = scratch_text ("wide.pla", ".i 30\n.o 4\n.type fr\n111111111111111111111111111111 1111\n.e\n");
  g_autoptr (GError) error = NULL;
  g_autoptr (OndesTruthTable) table = NULL;

  make_machine (&machines[0]);
  scratch_refuse (path, NULL, ONDES_ERROR_FILE, "takes 1073741824 bytes of memory, more than there are");
  table = ondes_truth_table_parse (".i 28\n.o 4\n.e\n", 15, "typed", NULL, NULL, &error);
  g_assert_null (table); /* no cubes */
  g_assert_cmpuint (ondes_memory_available (), ==, 1000 * MIB); /* nothing is left of it */
  ondes_memory_set_root (NULL);
}

int
main (int   argc,
      char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  scratch_make ();
  for (gsize i = 0; i < G_N_ELEMENTS (machines); i++)
    {
      g_autofree char *path = g_strconcat ("/ondes/memory/available/", machines[i].name, NULL);

      g_test_add_data_func (path, &machines[i], available_is);
    }
  g_test_add_func ("/ondes/memory/promises-count-until-they-are-kept", promises_count_until_they_are_kept);
  g_test_add_func ("/ondes/memory/planes-of-a-table-are-counted-together", planes_of_a_table_are_counted_together);
  return scratch_run ();
}
