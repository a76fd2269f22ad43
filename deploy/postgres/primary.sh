#!/bin/bash
# Once, on an empty primary: who replicates, and that commits wait for it. The latter is written for the next start, because
# the server that runs this script has no standby yet and would wait for ever.
set -euo pipefail
psql -v ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" \
  --set password="$REPLICATION_PASSWORD" <<'SQL'
create role standby with replication login password :'password';
select pg_create_physical_replication_slot('standby');
create extension if not exists pg_trgm;
alter system set synchronous_standby_names = 'FIRST 1 (standby)';
SQL
