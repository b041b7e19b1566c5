# Outlives its starter on purpose. Reads from it what runs, waits for the end of the input, which also comes when the
# starter is killed, and stops what is still there: the server first, as it needs PostgreSQL to finish its work.
trap '' INT TERM HUP

server= data=
while read -r what value; do
  case $what in
    server) server=$value ;;
    postgres) data=$value ;;
  esac
done

running() {
  kill -0 "$1" 2>/dev/null && ! grep -qs '^State:.Z' "/proc/$1/status"
}

# PID SIGNAL SECONDS LAST-SIGNAL
end() {
  [ -n "$1" ] && running "$1" || return 0
  kill "-$2" "$1"
  seconds=$3
  while running "$1" && [ "$seconds" -gt 0 ]; do
    sleep 1
    seconds=$((seconds - 1))
  done
  if running "$1"; then
    kill "-$4" "$1"
  fi
}

end "$server" TERM 60 KILL
if [ -f "$data/postmaster.pid" ]; then
  end "$(sed -n 1p "$data/postmaster.pid")" INT 60 QUIT
fi
