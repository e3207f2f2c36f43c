/*
 * The journal's protocol: two gateways append to a primary with a synchronous standby, and meet lost answers, late commits, their own death, a
 * promotion, and an old primary that returns. Spin visits every interleaving. `npm run model` checks it, and that each broken variant below fails:
 *
 *   ANSWER_BEFORE_STANDBY   a commit is answered before the standby has it
 *   FIND_WITHOUT_FLUSH      a look-up believes an entry that only the primary has
 *   FIND_WITHOUT_MARK       a look-up denies a batch without fencing off its late commit
 *   FORGET_AT_RESTART       a gateway that restarts accepts any database (an old primary as well)
 *   NO_FENCE                a gateway never checks what it connects to
 */
#define GATEWAYS 2
#define SERVERS 2
#define MAX 3            /* entries */
#define NONE 0

/* Per server: entries in the WAL, how many are visible, marks of abandoned batches. A batch has the number of its gateway + 1. */
byte entry[6];           /* [server * MAX + position] */
byte written[SERVERS];
byte visible[SERVERS];
bool givenUp[6];         /* [server * (GATEWAYS + 1) + batch] */
byte timeline[SERVERS];
bool isPrimary[SERVERS];
bool isReachable[SERVERS];
/** The standby follows, and commits of server 0 wait for it. */
bool isFollowing;
/** Commits of server 0 wait for a standby. */
bool waitsForStandby;
byte promotions;
byte returns;

/* What a gateway knows to be durable; it outlives its process. */
byte seenTimeline[GATEWAYS];
byte seenLength[GATEWAYS];
byte seenBatch[GATEWAYS];

/* What callers were told. */
bool answered[GATEWAYS + 1];
bool denied[GATEWAYS + 1];
/** An append that was sent, and reaches server 0 later. */
bool isLate[GATEWAYS + 1];

#define at(server, position) entry[(server) * MAX + (position)]
#define mark(server, batch) givenUp[(server) * (GATEWAYS + 1) + (batch)]
#define authority (promotions > 0 -> 1 : 0)

inline holds(server, batch, upTo, result) {
  result = false;
  if
  :: upTo > 0 && at(server, 0) == batch -> result = true
  :: upTo > 1 && at(server, 1) == batch -> result = true
  :: upTo > 2 && at(server, 2) == batch -> result = true
  :: else
  fi
}

/** The standby receives all WAL of server 0. */
inline replicate() {
  at(1, 0) = at(0, 0); at(1, 1) = at(0, 1); at(1, 2) = at(0, 2);
  mark(1, 1) = mark(0, 1); mark(1, 2) = mark(0, 2);
  written[1] = written[0];
}

/** True once everything that is written on this server survives a promotion. */
#define canCommit(server) ((server) == 1 || isFollowing || !waitsForStandby)

#ifdef FIND_WITHOUT_FLUSH
#define canFind(server) (written[server] == visible[server])
#else
/* What it finds, or marks, must be durable before it says so. */
#define canFind(server) (written[server] == visible[server] && canCommit(server))
#endif

#ifdef NO_FENCE
#define accepts(server) true
#else
#define accepts(server) (timeline[server] >= seenTimeline[self] && visible[server] >= seenLength[self] && \
  (seenLength[self] == 0 || at(server, (seenLength[self] > 0 -> seenLength[self] - 1 : 0)) == seenBatch[self]))
#endif

inline see(server, position) {
  seenLength[self] = position;
  seenBatch[self] = at(server, (position > 0 -> position - 1 : 0));
  seenTimeline[self] = timeline[server];
}

proctype Gateway(byte self) {
  byte batch = self + 1;
  byte server = 0;
  bool isThere = false;
  byte restarts = 0;

connect:
  /* Any server that answers as a primary; an operator or a proxy may lead to either. */
  atomic {
    if
    :: isReachable[0] && isPrimary[0] && accepts(0) -> server = 0
    :: isReachable[1] && isPrimary[1] && accepts(1) -> server = 1
    fi;
    if
    :: timeline[server] > seenTimeline[self] -> seenTimeline[self] = timeline[server]
    :: else
    fi;
    if
    :: answered[batch] || denied[batch] -> goto done
    :: else
    fi
  }

append:
  atomic {
    /* The head's lock: one append at a time, until it is visible. */
    (!isReachable[server] || written[server] == visible[server]);
    if
    :: !isReachable[server] -> goto connect
    :: isReachable[server] && mark(server, batch) -> denied[batch] = true; goto done
    :: isReachable[server] && !mark(server, batch) ->
      holds(server, batch, written[server], isThere);
      if
      :: isThere -> goto find
      :: !isThere && written[server] < MAX ->
        at(server, written[server]) = batch;
        written[server]++
      /* The message is still on its way when its sender gives up waiting. */
      :: !isThere && server == 0 && !isLate[batch] -> isLate[batch] = true; goto find
      fi
    fi
  }

commit:
  atomic {
    if
    /* Durable, visible, and answered. */
    :: isReachable[server] && canCommit(server) ->
      if
      :: server == 0 && isFollowing -> replicate()
      :: else
      fi;
      visible[server] = written[server];
      if
      :: answered[batch] = true; see(server, visible[server]); goto connect
      :: goto find  /* the answer was lost */
      fi
#ifdef ANSWER_BEFORE_STANDBY
    :: isReachable[server] -> visible[server] = written[server]; answered[batch] = true; see(server, visible[server]); goto connect
#endif
    /* Its connection ends while it waits for the standby: PostgreSQL then shows the commit. */
    :: server == 0 -> visible[0] = written[0]; goto find
    fi
  }

find:
  atomic {
    if
    :: isReachable[0] && isPrimary[0] && accepts(0) && canFind(0) -> server = 0
    :: isReachable[1] && isPrimary[1] && accepts(1) && canFind(1) -> server = 1
    :: restarts < 1 -> goto die
    fi;
    holds(server, batch, visible[server], isThere);
    if
#ifdef FIND_WITHOUT_FLUSH
    :: isThere -> answered[batch] = true; see(server, visible[server]); goto connect
    :: !isThere && !canCommit(server) -> goto find
#else
    :: isThere ->
      if
      :: server == 0 && isFollowing -> replicate()
      :: else
      fi;
      answered[batch] = true; see(server, visible[server]); goto connect
#endif
    /* Not there: the mark excludes it from now on. The mark is a commit of its own; an append in progress holds its key. */
    :: !isThere && canCommit(server) ->
#ifndef FIND_WITHOUT_MARK
      mark(server, batch) = true;
#endif
      if
      :: server == 0 && isFollowing -> replicate()
      :: else
      fi;
      denied[batch] = true
    fi
  }
  goto connect;

die:
  /* SIGKILL and a restart: memory is lost, what was seen is not. The caller asks again with the same id. */
  atomic {
    restarts++;
#ifdef FORGET_AT_RESTART
    seenTimeline[self] = 0; seenLength[self] = 0; seenBatch[self] = NONE;
#endif
    goto connect
  }

done:
  skip
}

/** Delivers late appends to server 0, as any other: the key of a marked batch refuses them. */
proctype Network() {
  byte batch = 1;
  bool isThere = false;
end:
  do
  :: atomic {
      batch <= GATEWAYS && isLate[batch] && isPrimary[0] && written[0] == visible[0] && written[0] < MAX && canCommit(0) ->
      holds(0, batch, written[0], isThere);
      if
      :: isThere || mark(0, batch)
      :: else ->
        at(0, written[0]) = batch; written[0]++;
        if
        :: isFollowing -> replicate()
        :: else
        fi;
        visible[0] = written[0]
      fi;
      isLate[batch] = false
    }
  :: batch < GATEWAYS -> batch++
  od
}

/** The primary's machine is cut off, its standby is promoted, and later it returns; its commits then wait for a standby, or no longer. */
proctype Faults() {
end:
  do
  :: atomic { promotions == 0 -> isReachable[0] = false; isFollowing = false; promotions = 1;
      isPrimary[1] = true; isReachable[1] = true; timeline[1] = 2; visible[1] = written[1] }
  :: atomic { promotions == 1 && returns == 0 -> returns = 1; isReachable[0] = true;
      if
      /* Only a person does that; all gateways have met the new primary by then. */
      :: seenTimeline[0] == 2 && seenTimeline[1] == 2 -> waitsForStandby = false
      :: true
      fi }
  :: atomic { returns == 1 -> returns = 2; isReachable[1] = false }
  :: atomic { returns == 2 -> returns = 3; isReachable[1] = true }
  od
}

/** Checked in every state. */
proctype Monitor() {
  bool isThere = false;
  byte batch = 1;
end:
  do
  :: atomic {
      batch = 1;
      do
      :: batch <= GATEWAYS ->
        holds(authority, batch, written[authority], isThere);
        /* Nothing that was answered is lost. */
        assert(!answered[batch] || isThere);
        /* Nothing that was denied happens. */
        assert(!denied[batch] || !isThere);
        batch++
      :: else -> break
      od;
      /* Nothing happens twice. */
      assert(!(at(0, 0) != NONE && at(0, 0) == at(0, 1)));
      assert(!(at(1, 0) != NONE && at(1, 0) == at(1, 1)));
      assert(!(at(0, 1) != NONE && (at(0, 1) == at(0, 2) || at(0, 0) == at(0, 2))));
      assert(!(at(1, 1) != NONE && (at(1, 1) == at(1, 2) || at(1, 0) == at(1, 2))));
      isThere = false; batch = 1
    }
  od
}

init {
  atomic {
    isPrimary[0] = true; isReachable[0] = true; timeline[0] = 1; timeline[1] = 1;
    isFollowing = true; waitsForStandby = true;
    run Gateway(0); run Gateway(1); run Network(); run Faults(); run Monitor()
  }
}
