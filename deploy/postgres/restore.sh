#!/bin/bash
# Into an empty folder: the base backup that comes on standard input, to be followed by the log in the archive up to $MOMENT
# (docs/operating.md, going back to a moment). The next start reads the log.
set -euo pipefail
if [ -s "$PGDATA/PG_VERSION" ]; then
  echo "$PGDATA holds a database already" >&2
  exit 1
fi
tar -xzf - -C "$PGDATA"
cat >> "$PGDATA/postgresql.auto.conf" <<CONF
restore_command = 'cp /archive/%f %p'
recovery_target_time = '$MOMENT'
CONF
touch "$PGDATA/recovery.signal"
chmod 700 "$PGDATA"
