set -e
formctl responses export --form "$FORM" --partials --require-complete --headers sql --out new.csv --force \
  --columns 'id,createdAt,updatedAt,finished,What is it about?,Your order number,Your message,fullName,emailAddress'
psql --quiet -v ON_ERROR_STOP=1 "$DATABASE" <<'SQL'
create table if not exists contact (
  id text primary key,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  finished boolean not null,
  what_is_it_about text,
  your_order_number text,
  your_message text,
  full_name text,
  email_address text
);
begin;
create temporary table new (like contact) on commit drop;
\copy new from 'new.csv' with (format csv, header)
delete from contact where id not in (select id from new);
insert into contact select * from new
on conflict (id) do update set
  created_at = excluded.created_at,
  updated_at = excluded.updated_at,
  finished = excluded.finished,
  what_is_it_about = excluded.what_is_it_about,
  your_order_number = excluded.your_order_number,
  your_message = excluded.your_message,
  full_name = excluded.full_name,
  email_address = excluded.email_address
where contact.updated_at < excluded.updated_at;
commit;
SQL
