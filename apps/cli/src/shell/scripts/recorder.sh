# Keeps what a shell's terminal shows, for `fix it`. Plain sh, the same for every shell.
#
#   recorder.sh folder               prints the private folder of the records
#   recorder.sh try <log>            succeeds where this machine can record
#   recorder.sh run <log> <shell…>   becomes a recorder with that shell inside
#
# The recorder is util-linux's `script`. Its log is bounded by a file size limit that only the
# recorder has: beyond it the log ends and the shell continues. Every process costs a millisecond when a
# shell starts, so builtins do what they can.
max_blocks=32768 # of 512 bytes

# In memory where there is a place for it: what a terminal showed need not reach a disk, and a file
# that is cut short at every prompt would be slow there.
folder() {
  if [ -O "${XDG_RUNTIME_DIR:-/nowhere}" ]; then
    own_folder "$XDG_RUNTIME_DIR/fix-shell"
  else
    own_folder "/dev/shm/fix-shell-$(id -u)" || own_folder "$HOME/.fix/shell"
  fi || exit 1
  printf '%s\n' "$folder"
}

# Every file begins with the process it belongs to; what belongs to a dead one is left over.
clean() {
  for file in "$1"/*.*; do
    name=${file##*/}
    kill -0 "${name%%.*}" 2>/dev/null || rm -f "$file"
  done
}

own_folder() {
  folder=$1
  (umask 077 && mkdir -p "$folder") 2>/dev/null && [ -O "$folder" ] && [ ! -L "$folder" ] &&
    chmod 0700 "$folder"
}

# Sets quoted to the words as shell text.
quote() {
  quoted=''
  for word; do
    case $word in
      *\'*) word=$(printf %s "$word" | sed "s/'/'\\\\''/g") ;;
    esac
    quoted="$quoted '$word'"
  done
}

# Sets mask and limit to what the shell inside gets back.
read_limits() {
  mask='' limit=''
  while [ -z "$mask" ] && read -r name value; do
    [ "$name" != Umask: ] || mask=$value
  done </proc/self/status
  while [ -z "$limit" ] && read -r one two three soft rest; do
    [ "$one $two $three" != 'Max file size' ] || limit=$soft
  done </proc/self/limits
  [ -n "$mask" ] || mask=$(umask)
  # Otherwise it counts bytes, and ulimit does not.
  [ "$limit" = unlimited ] || limit=$(ulimit -S -f)
} 2>/dev/null

run() {
  log=$1
  shift
  read_limits || exit 1
  umask 077 && : >"$log" || exit 1
  # Background processes of a script ignore SIGINT and SIGQUIT.
  quote env --default-signal=XFSZ,INT,QUIT "SHELL=${SHELL:-/bin/sh}" "$@"
  unset FIX_SHELL_TTY FIX_SHELL_RECORD
  # A command in the background gets no input unless it is told which.
  exec 3<&0
  (
    trap '' XFSZ
    ulimit -S -f $max_blocks
    FIX_SHELL_LOG=$log SHELL=/bin/sh exec script --quiet --append --flush --return --log-out "$log" \
      --command "umask $mask; ulimit -S -f $limit; exec$quoted"
  ) <&3 3<&- &
  recorder=$!
  # `script` ignores SIGHUP. If it is killed, the terminal that it made closes too, and the shell
  # inside gets SIGHUP as usual.
  trap 'kill -KILL $recorder' HUP
  trap 'kill -TERM $recorder' TERM
  clean "${log%/*}"
  wait $recorder
  code=$?
  while kill -0 $recorder 2>/dev/null; do
    wait $recorder
    code=$?
  done
  rm -f "${log%.log}".*
  exit $code
}

case $1 in
  folder) folder ;;
  # What worked once is not tried again until the folder is gone, which for most is a restart.
  try) (run "$2" true) </dev/null >/dev/null 2>&1 && (umask 077 && : >"${2%/*}/works") ;;
  run) shift && run "$@" ;;
esac
