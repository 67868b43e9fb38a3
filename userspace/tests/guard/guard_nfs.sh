#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-only OR MIT
# Check what the clients of an NFS server see of 'utf8check guard': an error that
# NFS has, of names that are refused on the server.
#
#   userspace/tests/guard/guard_nfs.sh FOLDER [NAME...]
#
# Runs as root in a guest of scripts/vm, which is server and client; FOLDER as of
# guard.sh. The guard is for the server's filesystem alone, for of the client's it
# would refuse first. It needs the package nfs-kernel-server. scripts/suites/guard does
# all of it. The last line is "N passed, N failed, N skipped".
set -eu

BAD=$'bad\xff'
MODULES=${1:?usage: guard_nfs.sh FOLDER [NAME...]}
HERE=$(cd "$(dirname "$0")" && pwd)
# shellcheck source=userspace/tests/checks.sh
. "$HERE/../checks.sh"
shift
TMP=/run/guard
mkdir -p $TMP
mount -t tmpfs -o size=200m guard $TMP
cd $TMP
# shellcheck source=userspace/tests/guard/guard_process.sh
. "$HERE/guard_process.sh"

# Version 4 alone, which needs no other server; without a time of grace.
serve() {
	local module
	while read -r module; do
		insmod "$MODULES/$module" 2>>insmod.log || :
	done <"$MODULES/order"
	mkdir -p on/server on/client /var/lib/nfs/v4recovery /run/rpc_pipefs
	truncate -s 16M image
	mkfs.ext4 -q -F image
	mount -o loop image on/server
	chmod 777 on/server
	mount -t rpc_pipefs rpc_pipefs /run/rpc_pipefs
	mount -t nfsd nfsd /proc/fs/nfsd
	echo "$TMP/on/server 127.0.0.1(rw,fsid=0,no_root_squash,insecure,no_subtree_check)" >/etc/exports
	echo 10 >/proc/fs/nfsd/nfsv4gracetime
	exportfs -ra
	rpc.mountd -N 2 -N 3
	rpc.nfsd -N 3 2
	echo Y >/proc/fs/nfsd/v4_end_grace
	mount -t nfs4 -o vers=4.2,addr=127.0.0.1,clientaddr=127.0.0.1 127.0.0.1:/ on/client
}

served() {
	touch on/client/fine
	[ -e on/server/fine ]
	mv on/client/fine 'on/client/naïve'
	mkdir on/client/folder
}

# RFC 7530 wants NFS4ERR_INVAL of what is not UTF-8. A warning of nfsd would end
# the guest.
refused_to_clients() {
	begin --enforce --mount=on/server
	says_error 'Invalid argument' touch "on/client/$BAD"
	says_error 'Invalid argument' mkdir "on/client/$BAD"
	says_error 'Invalid argument' ln -s x "on/client/$BAD"
	# What mv makes of EINVAL.
	says_error 'cannot move' mv 'on/client/naïve' "on/client/$BAD"
	says_error 'Invalid argument' ln 'on/client/naïve' "on/client/$BAD"
	touch on/client/good
	# Here, the server is only a process like others.
	refused touch "on/server/$BAD"
	found 'refused create: bad.xFF: ill-formed (in .*; by nfsd, pid [0-9]*, uid 0)'
	found 'refused create: bad.xFF: ill-formed (in .*; by touch, pid [0-9]*, uid 0)'
	[ "$(find on/server | LC_ALL=C grep -c bad)" = 0 ]
	dmesg >messages
	fails grep 'non-standard errno' messages
	end TERM
}

chosen_for_clients() {
	local row
	for row in 'EACCES:Permission denied' 'EPERM:Operation not permitted'; do
		begin --enforce "--errno=${row%%:*}" --mount=on/server
		says_error "${row#*:}" touch "on/client/$BAD"
		end TERM
	done
}

# The user of a client, of whom the server has only the rights to files.
users_of_clients() {
	begin --enforce --mount=on/server --uid=nobody
	touch "on/client/$BAD"
	rm "on/client/$BAD"
	says_error 'Invalid argument' setpriv --reuid=nobody --clear-groups touch "on/client/$BAD"
	found 'refused create: bad.xFF: ill-formed (in .*; by nfsd, pid [0-9]*, uid 65534)'
	end TERM
}

checks() {
	cat <<-TABLE
	serves|served
	clients get an error of NFS|refused_to_clients
	clients get the chosen error|chosen_for_clients
	users of clients|users_of_clients
	TABLE
}

exec 3>&1
reason=
command -v rpc.nfsd >/dev/null || reason='no rpc.nfsd: install nfs-kernel-server'
[ -n "$reason" ] || serve >serve.log 2>&1 || reason="no server: $(tail -n 2 serve.log | tr '\n' ' ')"
# The package is there: then not to serve is a failure.
no_server() { echo "$reason"; command -v rpc.nfsd || exit $SKIP; return 1; }
while IFS='|' read -r name function; do
	is_wanted "$name" "$@" || continue
	before=$failed
	[ -z "$reason" ] || function=no_server
	try 'guard nfs' "$name" "$function"
	[ "$failed" = "$before" ] || kill -KILL "$(cat pid)" 2>/dev/null || :
done < <(checks)
umount on/client 2>/dev/null || :
rpc.nfsd 0 2>/dev/null || :
cd /
sum
