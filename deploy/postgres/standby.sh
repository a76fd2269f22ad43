#!/bin/bash
# A standby: a copy of the primary when its folder is empty, then PostgreSQL that follows it. To promote it:
# `pg_ctl promote -D "$PGDATA"` in this container (docs/operating.md, failover). `standby.sh copy` only makes the copy: a
# primary that another has taken the place of comes back as its standby.
set -euo pipefail
connection="host=$PRIMARY_HOST port=$PRIMARY_PORT user=standby password=$REPLICATION_PASSWORD application_name=standby"
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  # Half a copy is none.
  find "$PGDATA" -mindepth 1 -delete
  # One that was promoted or restored has none. Where there is one this says so, and what else is wrong the next line says, too.
  psql --no-psqlrc --dbname="$connection replication=true" --command='CREATE_REPLICATION_SLOT standby PHYSICAL' || true
  pg_basebackup --pgdata="$PGDATA" --dbname="$connection" --slot=standby --wal-method=stream --checkpoint=fast \
    --write-recovery-conf
  # After a promotion it has no standby yet, and its commits must not wait.
  sed -i '/^synchronous_standby_names /d' "$PGDATA/postgresql.auto.conf"
  chmod 700 "$PGDATA"
fi
[ "${1:-}" = copy ] && exit
exec postgres -D "$PGDATA" -c config_file="$SETTINGS/postgresql.conf" -c hba_file="$SETTINGS/pg_hba.conf" "$@"
