/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Faults by design: the n-th call of a kind fails, kills or stops the process, or brings it SIGINT. Linked into a test it is armed
 * by faults_arm(); as a library for LD_PRELOAD by ONDES_FAULT="KIND N ACTION", from main()'s first step on (ondes-cli opens
 * /dev/null first of all). A fault that struck leaves the file ONDES_FAULT_MARK. Calls on files count only where
 * faults_set_places() or ONDES_FAULT_PLACES says: the font cache and GTK's list of recent files answer for themselves. */
#pragma once

#include <stdbool.h>

typedef enum
{
  FAULT_ALLOCATION, /* of any size */
  FAULT_LARGE,      /* allocations of 64 KiB and more: those that grow with the input */
  FAULT_READ,
  FAULT_WRITE,
  FAULT_RENAME,     /* rename and link: what gives a name */
  FAULT_SYNC,
  FAULT_THREAD,
  FAULT_CHANGE,     /* every call that changes a file or a folder */
  N_FAULTS,
} FaultKind;

typedef enum
{
  FAULT_FAIL,
  FAULT_KILL,      /* SIGKILL in place of the call */
  FAULT_STOP,      /* SIGSTOP before the call, if ONDES_FAULT_MARK is not there yet: of several processes one stops */
  FAULT_INTERRUPT, /* SIGINT behind the call, which returns once the process has had time to see it */
} FaultAction;

/* The @n-th call of @kind from now on, from 1; 0: none. */
void     faults_arm    (FaultKind   kind,
                        unsigned    n,
                        FaultAction action);
/* Sets the beginnings of the paths of files that count, separated by colons; NULL for all. @places must outlive their use. */
void     faults_set_places (const char *places);
/* Whether it struck. */
bool     faults_struck (void);
/* Calls of @kind since faults_arm(). */
unsigned faults_count  (FaultKind   kind);
