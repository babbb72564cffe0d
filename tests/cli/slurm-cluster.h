/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A Slurm of two nodes, n1 and n2, on this machine: daemons of Debian's packages slurm-wlm and munge, as root, in a folder of
 * their own. A process of the shell waits beside them and, whatever ends the test, ends them and all that they run, and removes
 * the folder. */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

typedef struct _SlurmCluster SlurmCluster;

/* Starts the daemons and waits until both nodes are idle. From then on SLURM_CONF is set, so that Slurm's commands find them.
 * Returns NULL with a word of why where Slurm is not installed or does not start. */
SlurmCluster *slurm_cluster_start     (const char  **why);
void          slurm_cluster_stop      (SlurmCluster  *self);
/* Waits until no job is left. */
void          slurm_cluster_wait      (SlurmCluster  *self);
/* Waits for a process of a job that has stopped (SIGSTOP), and returns its node, 1 or 2. */
guint         slurm_cluster_find_stopped (SlurmCluster *self);
/* Kills the node with all that runs there, as a power cut does, and tells the controller that it is gone. */
void          slurm_cluster_kill_node (SlurmCluster  *self,
                                       guint          node);

G_END_DECLS
