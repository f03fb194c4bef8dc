/** The shell scripts of a sandbox. Everything that varies is an argument or a variable, and no text is made into a script. */

/**
 * Starts the program inside of the sandbox, with its variables: `COUNT PROGRAM ARGUMENT...`. When the program has ended, waits
 * for processes that it left running with its output open: the sandbox ends with this script, and their output would be lost.
 */
export const INSIDE_SCRIPT = `
at=$1
shift
while [ "$at" -gt 0 ]; do
  at=$((at - 1))
  eval "set -- \\"\\$KRM_VARIABLE_$at\\" \\"\\$@\\""
  unset "KRM_VARIABLE_$at"
done
# Shells set variables of their own.
env -i -- "$@"
status=$?
output=$(readlink "/proc/$$/fd/1")
is_open() {
  for link in /proc/[0-9]*/fd/*; do
    case $link in
      /proc/1/* | "/proc/$$/"*) ;;
      *) if [ "$(readlink "$link" 2>/dev/null)" = "$output" ]; then return 0; fi ;;
    esac
  done
  return 1
}
# A process may start another and end while they are listed.
closed=0
while [ "$closed" -lt 2 ]; do
  if is_open; then closed=0; sleep 0.05; else closed=$((closed + 1)); fi
done
exit "$status"
`;

/**
 * Puts the file system of the sandbox together, in namespaces that unshare has made, and gives up all rights:
 * `OUTSIDE ROOT HOME MEMORY PROGRAM HOSTNAME (link PATH TARGET | directory PATH | file PATH)... -- COMMAND ARGUMENT...`.
 * Anything that fails ends it before the command starts. OUTSIDE lists the namespaces of this process: where they are its own, an
 * `unshare` did not do what it should, and the script would give the whole machine another root. It then ends at once.
 */
export const UNSHARE_SCRIPT = `
set -eu
# NEVER without namespaces of its own: all of this would change the machine. Only the first process of a namespace may go on.
[ "$$" -eq 1 ] || { echo "refused: it is not the first process of a namespace" >&2; exit 1; }
for name in mnt user; do
  inside=$(readlink "/proc/self/ns/$name")
  case $inside in "$name:["*"]") ;; *) echo "refused: no namespace is known" >&2; exit 1 ;; esac
  case $1 in "" | *"$inside"*) echo "refused: it would change the mounts of the machine" >&2; exit 1 ;; esac
done
shift
mount --make-rprivate /
root=$1 home=$2 memory=$3 program=$4 hostname=$5
shift 5
# /proc would refuse it to users without rights. Where the program is missing, the function sees the name of the machine.
hostname "$hostname" 2>/dev/null || :
mount -t tmpfs -o nosuid,nodev,mode=755,size=1m none "$root"
cd "$root"
mkdir -p proc dev/shm tmp old function
read_only() {
  mount --bind "$1" ".$2"
  mount -o remount,bind,ro ".$2"
}
while [ "$1" != -- ]; do
  mkdir -p ".\${2%/*}"
  case $1 in
    link) ln -s "$3" ".$2"; shift ;;
    directory) mkdir -p ".$2"; read_only "$2" "$2" ;;
    file) : >".$2"; read_only "$2" "$2" ;;
    *) exit 1 ;;
  esac
  shift 2
done
shift
mount -t proc -o nosuid,nodev,noexec proc proc
for name in null zero full random urandom tty; do
  : >"dev/$name"
  mount --bind "/dev/$name" "dev/$name"
done
ln -s /proc/self/fd dev/fd
ln -s /proc/self/fd/0 dev/stdin
ln -s /proc/self/fd/1 dev/stdout
ln -s /proc/self/fd/2 dev/stderr
mount --bind "$home" tmp
mount --bind "$memory" dev/shm
: >function/program
read_only "$program" /function/program
pivot_root . old
umount -l /old
rmdir /old
mount -o remount,bind,ro /
cd /tmp
exec setpriv --no-new-privs --inh-caps=-all --bounding-set=-all -- "$@"
`;
