set -e
formctl responses export --form "$FORM" --partials --require-complete --headers sql --out new.parquet --force
duckdb survey.duckdb <<'SQL'
create table if not exists contact as select * from 'new.parquet' limit 0;
begin; delete from contact; insert into contact select * from 'new.parquet'; commit;
SQL
