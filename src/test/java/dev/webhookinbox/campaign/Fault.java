package dev.webhookinbox.campaign;

/** What is done to the estate, one at a time. */
enum Fault {
  SERVER_KILLED("`kill -9` of a server, which is started again"),
  SERVER_STOPPED("SIGTERM to a server, which is started again"),
  SERVER_FROZEN("SIGSTOP of a server for twice the lease, then SIGCONT"),
  DATABASE_CRASHED("PostgreSQL's immediate stop, and a start with recovery"),
  DATABASE_READ_ONLY("every new transaction is read-only"),
  SESSION_ENDED("one session of the servers' ended, one that is at work first"),
  SESSIONS_REFUSED("all sessions ended, and their number used up by a stranger"),
  STATEMENTS_TIMED_OUT("a statement_timeout of 5 ms"),
  TABLE_LOCKED("an exclusive lock of a stranger's on the table of jobs"),
  COMMIT_CUT("the connection cut between a commit and its confirmation"),
  NETWORK_CUT("all connections to the database reset"),
  NETWORK_REFUSED("all connections to the database reset, and new ones refused"),
  NETWORK_SILENT("nothing passes to the database or back, nothing is refused"),
  NETWORK_SLOW("200 ms for each portion of bytes to the database and back"),
  ANSWER_CUT("a sender's connection cut after the request, before its answer"),
  SENDERS_CUT("all connections of the senders' to one server reset"),
  SENDERS_SILENT("nothing passes from the senders to one server or back"),
  REMOTE_AWAY("the other system answers 503 and does nothing"),
  REMOTE_BUSY("the other system answers 429 with `Retry-After` and does nothing"),
  REMOTE_FAULTY("the other system acts, and answers 500"),
  REMOTE_MUTE("the other system acts, and closes the connection without an answer"),
  REMOTE_SLOW("the other system acts, and answers after twice the lease");

  private final String meaning;

  Fault(String meaning) {
    this.meaning = meaning;
  }

  String meaning() {
    return meaning;
  }
}
