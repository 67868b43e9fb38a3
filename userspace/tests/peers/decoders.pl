#!/usr/bin/perl
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Perl's opinion: decoders.pl PROFILE STRINGS ANSWERS, as decoders.h says.
#
# Perl's own "utf8" knows surrogates and goes beyond 31 bits, so of what it reads
# the first code point that the profile does not have is the error.  Its form
# under FE is that of the profile extended (36 bits); under FF it has 13 bytes
# where the profile has 8, so no string with FF is asked of it: the caller leaves
# them out.
use strict;
use warnings;
no warnings qw(utf8 portable deprecated);
use Encode ();

my ($profile, $strings, $answers) = @ARGV;
my $last = $profile eq 'rfc2279' ? 0x7fffffff : 0xfffffffff;
my $lax = Encode::find_encoding('utf8');

open my $in, '<:raw', $strings or die "$strings: $!\n";
open my $out, '>:raw', $answers or die "$answers: $!\n";
while (read($in, my $head, 4) == 4) {
	my $n = unpack 'V', $head;
	my $bytes = '';

	$n == 0 or read($in, $bytes, $n) == $n or die "$strings is cut off\n";
	my $rest = $bytes;
	my $text = $lax->decode($rest, Encode::FB_QUIET);
	my $offset = length $rest ? $n - length $rest : 0xffffffff;
	my @points = unpack 'W*', $text;

	for my $i (0 .. $#points) {
		my $cp = $points[$i];

		next if $cp <= $last && ($cp < 0xd800 || $cp > 0xdfff);
		my $before = substr $text, 0, $i;
		utf8::encode($before);
		$offset = length $before;
		$#points = $i - 1;
		last;
	}
	print $out pack('VVQ<*', $offset, scalar @points, @points);
}
close $out or die "$answers: $!\n";
