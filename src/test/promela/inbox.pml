/*
 * The protocol of acceptance, claim, lease, guard and settle, for one event that is delivered several
 * times and worked on by two nodes which may crash, or be stopped and go on, at every step. Time is
 * the database's alone: a lease ends when Clock says so, whatever a node believes (P16).
 *
 * What is checked:  P2 one row · P6 it comes to an end by itself · P7 no change by a former holder ·
 * P8 local work and `done` together · P9 a guarded action takes place once.
 *
 * Compiled with -DREMOTE=KEYED (the remote side honours operation keys) or LOOKUP (it only answers
 * whether it happened), or with -DLOCAL for work in the job's own transaction. -DMUTANT=n plants a
 * fault that has to be found: check.sh runs them all.
 *
 * Each atomic block is one transaction, or one call of the remote side.
 */

#define KEYED  1
#define LOOKUP 2

#ifndef REMOTE
#define REMOTE KEYED
#endif
#ifndef MUTANT
#define MUTANT 0
#endif

/* the classic faults */
#define NO_TOKEN_IN_SETTLE   1
#define NO_TOKEN_IN_GUARD    2
#define NO_RECONCILE         3
#define CHECK_THEN_INSERT    4
#define NO_RESCUE            5
#define RESCUE_KEEPS_TOKEN   6
#define ANOTHER_KEY          7
#define EFFECT_BEFORE_DONE   8

#define DELIVERIES   2
#define MAX_ATTEMPTS 2
#define NOBODY       0

mtype = { none, pending, running, done, failed, absent, started, finished };

/* webhook_jobs */
mtype state = none;
byte rows = 0;
byte token = 0;
byte attempts = 0;
bool leaseEnded = false;

/* webhook_actions */
mtype guard = absent;

/* the world */
bool acknowledged = false;
byte remoteEffects = 0;
bool remoteKnowsKey = false;
byte localEffects = 0;

/* ghost: who was the last to claim, as long as nobody took the job from him */
byte holder = NOBODY;

inline letGo() {
  token++;
  holder = NOBODY;
  leaseEnded = false
}

/* --- the sender, who delivers again whatever it hears */

active [2] proctype Sender() {
  byte sent = 0;
  bool seen;
  do
  :: sent < DELIVERIES ->
#if MUTANT == CHECK_THEN_INSERT
     seen = (rows > 0);
     atomic { if :: !seen -> rows++; state = pending :: else fi; acknowledged = true }
#else
     atomic {
       if
       :: rows == 0 -> rows++; state = pending
       :: rows > 0 && state == failed && sent > 0 -> /* P10: started again, with a fresh budget */
          state = pending; attempts = 0; token++
       :: else -> skip
       fi;
       assert(rows == 1);                                               /* P2 */
       acknowledged = true
     }
#endif
     assert(rows <= 1);                                                 /* P2 */
     sent++
  :: else -> break
  od
}

/* --- the database's clock, and the rescue that any node does */

active proctype Clock() {
end:
  do
  :: atomic { state == running && !leaseEnded -> leaseEnded = true }
  od
}

#if MUTANT != NO_RESCUE
active proctype Rescue() {
end:
  do
  :: atomic {
       state == running && leaseEnded ->
       if
       :: attempts >= MAX_ATTEMPTS -> state = failed
       :: else -> state = pending
       fi;
#if MUTANT == RESCUE_KEEPS_TOKEN
       holder = NOBODY; leaseEnded = false
#else
       letGo()
#endif
     }
  od
}
#endif

/* --- settling: one statement, matched by key and token */

#if MUTANT == NO_TOKEN_IN_SETTLE
#define HELD (state == running)
#else
#define HELD (token == mine)
#endif

inline settle(result) {
  if
  :: HELD -> assert(holder == _pid); state = result; letGo()            /* P7 */
  :: else -> skip /* lost: changes nothing */
  fi
}

inline again() {
  atomic {
    if
    :: attempts >= MAX_ATTEMPTS -> settle(failed)
    :: else -> settle(pending)
    fi
  }
}

/* --- the workers; `goto idle` is a crash at that point */

active [2] proctype Worker() {
  byte mine;
  bool calls;
idle:
end:
  atomic {
    state == pending -> /* claim */
    state = running; attempts++; token++; leaseEnded = false;
    mine = token; holder = _pid
  }
  if
  :: goto idle
  :: again(); goto idle /* the handler fails */
  :: skip
  fi;

#ifdef LOCAL
  /* local work and `done` commit in one transaction */
#if MUTANT == EFFECT_BEFORE_DONE
  localEffects++;
#endif
  atomic {
    if
    :: HELD ->
#if MUTANT != EFFECT_BEFORE_DONE
       localEffects++;
#endif
       settle(done)
    :: else -> skip
    fi;
    assert(localEffects <= 1)                                           /* P8 */
  }
#else
  /* the guard is opened in a transaction of its own, that locks the job */
  calls = false;
  atomic {
    if
#if MUTANT == NO_TOKEN_IN_GUARD
    :: guard == absent -> guard = started; calls = true
#else
    :: token != mine -> goto idle
    :: token == mine && guard == absent -> guard = started; calls = true
#endif
    :: guard == finished -> settle(done); goto idle /* the result is shared */
    :: guard == started -> skip
    fi
  }
  if
  :: goto idle
  :: skip
  fi;
  if
  :: !calls ->
     /* found started and without a result: the remote side is asked */
     atomic {
#if MUTANT == NO_RECONCILE
       calls = true
#else
       calls = (remoteEffects == 0)
#endif
     }
  :: else
  fi;
  if
  :: goto idle
  :: skip
  fi;
  if
  :: calls ->
     atomic {
#if REMOTE == KEYED
       /* with the same operation key: the remote side does it once, whoever calls and when */
       if
       :: MUTANT == ANOTHER_KEY || !remoteKnowsKey -> remoteEffects++; remoteKnowsKey = true
       :: else -> skip
       fi
#else
       /* Without keys, whoever has lost his lease must not call. The check comes right before the
          call; a node that is stopped between the two is beyond what a look-up can guard. */
       if
       :: token == mine || MUTANT == NO_TOKEN_IN_GUARD -> remoteEffects++
       :: else -> goto idle
       fi
#endif
     }
  :: else
  fi;
  assert(remoteEffects <= 1);                                           /* P9 */
  if
  :: goto idle /* the crash after the remote success and before its record */
  :: skip
  fi;
  atomic {
    /* the result and `done` in one transaction */
    if
    :: HELD -> guard = finished; settle(done)
    :: else -> skip
    fi
  }
  assert(state != done || remoteEffects == 1);
#endif
  goto idle
}

/* P6: what was acknowledged comes to an end by itself, and a person or the sender can go on from `failed` */
ltl comes_to_an_end { [] (acknowledged -> <> (state == done || state == failed)) }
