#!/bin/bash
# A standby: a copy of the primary when its folder is empty, then PostgreSQL that follows it. To promote it:
# `pg_ctl promote -D "$PGDATA"` in this container (docs/operating.md, failover).
set -euo pipefail
connection="host=$PRIMARY_HOST port=$PRIMARY_PORT user=standby password=$REPLICATION_PASSWORD application_name=standby"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Half a copy is none.
  find "$PGDATA" -mindepth 1 -delete
  pg_basebackup --pgdata="$PGDATA" --dbname="$connection" --slot=standby --wal-method=stream --checkpoint=fast \
    --write-recovery-conf
  chmod 700 "$PGDATA"
fi
exec postgres -D "$PGDATA" -c config_file="$SETTINGS/postgresql.conf" -c hba_file="$SETTINGS/pg_hba.conf" "$@"
