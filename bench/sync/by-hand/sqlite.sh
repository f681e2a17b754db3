set -e
formctl responses export --form "$FORM" --partials --require-complete --out new.sqlite --force
sqlite3 survey.sqlite <<'SQL'
attach 'new.sqlite' as new;
create table if not exists contact as select * from new.responses where false;
begin; delete from contact; insert into contact select * from new.responses; commit;
SQL
