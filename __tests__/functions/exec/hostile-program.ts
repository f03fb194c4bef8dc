/** A program that tries to do harm, one kind after the other, and prints what it achieved. */
import { existsSync } from "node:fs";

export const NO_PERL = existsSync("/usr/bin/perl") ? undefined : "there is no /usr/bin/perl";

/**
 * Its arguments are attempts: `read PATH`, `write PATH`, `tcp PORT`, `unix PATH`, `abstract NAME`, `kill PID`, `see PID`,
 * `environ WORD`. It prints `got` with what it got, or `refused`, for each.
 */
export const HOSTILE = `#!/usr/bin/perl
use strict; use Socket;
sub slurp { open(my $f, "<", $_[0]) or return undef; local $/; my $text = <$f>; $text =~ s/\\n//g; return $text }
my %attempts = (
  read => sub { slurp($_[0]) },
  write => sub { open(my $f, ">", $_[0]) or return undef; print $f "written" or return undef; close($f) ? "written" : undef },
  tcp => sub {
    socket(my $s, PF_INET, SOCK_STREAM, 0) or return undef;
    connect($s, sockaddr_in($_[0], inet_aton("127.0.0.1"))) ? scalar(<$s>) : undef;
  },
  unix => sub {
    socket(my $s, PF_UNIX, SOCK_STREAM, 0) or return undef;
    connect($s, pack_sockaddr_un($_[0])) ? scalar(<$s>) : undef;
  },
  kill => sub { kill(0, $_[0]) ? "alive" : undef },
  see => sub { my $line = slurp("/proc/$_[0]/cmdline"); defined $line && $line =~ /jest/ ? "seen" : undef },
  environ => sub {
    for my $path (glob("/proc/[0-9]*/environ")) {
      my $text = slurp($path);
      return $1 if defined $text && $text =~ /($_[0]=\\w+)/;
    }
    return undef;
  },
);
while (my ($kind, $what) = splice(@ARGV, 0, 2)) {
  my $got = $attempts{$kind}->($what);
  print "$kind: ", (defined $got ? "got $got" : "refused"), "\\n";
}
`;
