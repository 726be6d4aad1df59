-- Foundations: the fence around tenants, the calendar of a site, and what all instances share.
-- The files 0100_baseline_* are the schema of version 0.1.0. New schema goes into a new file: decision 0015.

-- Fences a table: one call for each table, so that no table can be fenced half. See decision 0005 and database.ts.
--
-- mimamori_app reads the rows of the tenants in `app.tenants` and writes those of `app.tenant`, both set for one
-- transaction. mimamori_platform reads and writes the rows of all tenants: sign-in, jobs, the operator's own pages.
-- `is true` keeps the fence a filter: as an index condition it misleads the planner (4,660 pages a second for 6,650),
-- and queries name tenant_id anyway. Neither role owns anything. The `(select ...)` makes PostgreSQL evaluate the
-- setting once for a statement, not for a row. Functions of migrations are for the owner alone.
create function isolate(fenced regclass, rights text default 'select, insert, update, delete') returns void
language plpgsql set search_path = pg_catalog, public as $$
declare
  readable constant text :=
    $p$(tenant_id = any ((select nullif(current_setting('app.tenants', true), '')::uuid[])::uuid[])) is true$p$;
  writable constant text := $p$tenant_id = (select nullif(current_setting('app.tenant', true), '')::uuid)$p$;
begin
  execute format('alter table %s enable row level security', fenced);
  execute format('alter table %s force row level security', fenced);
  execute format('create policy tenant_read on %s for select to mimamori_app using (%s)', fenced, readable);
  execute format('create policy tenant_insert on %s for insert to mimamori_app with check (%s)', fenced, writable);
  execute format('create policy tenant_update on %s for update to mimamori_app using (%s) with check (%s)',
    fenced, writable, writable);
  execute format('create policy tenant_delete on %s for delete to mimamori_app using (%s)', fenced, writable);
  execute format('create policy platform_all on %s to mimamori_platform using (true) with check (true)', fenced);
  execute format('grant %s on %s to mimamori_app, mimamori_platform', rights, fenced);
end $$;
revoke execute on function isolate(regclass, text) from public;

-- Stands for 'no unit' and 'no camera' in tallies and indexes.
create function uuid_nil() returns uuid
language sql immutable parallel safe as $$ select '00000000-0000-0000-0000-000000000000'::uuid $$;

-- The day of an instant in a site's calendar.
create function site_day(at timestamptz, timezone text) returns date
language sql immutable parallel safe as $$ select (at at time zone timezone)::date $$;

-- The first instant of a day in a site's calendar, also where clocks that are set back reach the day before again.
-- One expression, so that the planner puts it where it is called.
create function site_day_start(day date, timezone text) returns timestamptz
language sql stable parallel safe as $$
  select case when site_day((day::timestamp at time zone timezone) - interval '1 hour', timezone) = day
    then (day::timestamp at time zone timezone) - interval '1 hour' else day::timestamp at time zone timezone end
$$;

-- The minute of the day of an instant by a site's clock, 0 to 1439.
create function site_minute(at timestamptz, timezone text) returns integer
language sql immutable parallel safe as $$ select floor(extract(epoch from (at at time zone timezone)::time) / 60)::integer $$;

-- When a wall-clock time of a site is. Of a time that clocks skip as much later as they skip, of one that they repeat
-- the second.
create function site_instant(day date, minute integer, timezone text) returns timestamptz
language sql immutable parallel safe as $$ select (day + make_interval(mins => minute)) at time zone timezone $$;

-- The hour of an instant, by UTC.
create function utc_hour(at timestamptz) returns timestamptz
language sql immutable parallel safe as $$ select date_trunc('hour', at, 'UTC') $$;

-- A fact that all instances must share, such as the code of the first run or the key of push messages. Written by
-- identity/session, platform messaging and footage's jobs, as the platform.
create table installation (
  key        text primary key,
  value      jsonb not null,
  updated_at timestamptz(3) not null default now()
);
alter table installation enable row level security;
alter table installation force row level security;
create policy platform_all on installation to mimamori_platform using (true) with check (true);
grant select, insert, update, delete on installation to mimamori_platform;

-- Which instance runs a job now. A lease that is not renewed falls to the next instance. Written by
-- platform/work/jobs.
create table job_lease (
  name   text primary key,
  holder uuid not null,
  until  timestamptz(3) not null
);
alter table job_lease enable row level security;
alter table job_lease force row level security;
create policy platform_all on job_lease to mimamori_platform using (true) with check (true);
grant select, insert, update, delete on job_lease to mimamori_platform;

-- A value that the master key sealed: another key does not open it, and the service then refuses to start. Read
-- before any role is taken on and written after each migration (platform/auth/key-check), by the account that
-- migrates: no role of the service reaches it.
create table key_check (
  is_only boolean primary key default true check (is_only),
  sealed  text not null
);

-- Names and addresses are compared in one form, here and in contract/src/shared/plain.ts, which explains it. Always with
-- the case mapping of ICU: that of `lower` alone depends on the locale of the database, and on some leaves `É` as it is
-- or turns `İ` into `i`.
create function plain(text) returns text
language sql immutable strict parallel safe as $$
  select btrim(normalize(regexp_replace(regexp_replace(translate(regexp_replace(
      normalize(lower(normalize($1, NFKC) collate "und-x-icu"), NFKC) collate "default",
      '[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\ufe00-\ufe0f\ufeff\ufff9-\ufffb\U000e0000-\U000e0fff]',
      '', 'g'),
      'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒ' ||
      'ビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶ髙﨑嵜𠮷邊邉齊斎齋濱濵澤嶋嶌' ||
      '櫻廣國眞龍德惠榮冨舘槇瀨瀧渕萬禮豐靜藏圓寬增黑鷗藪薗曾龜關鹽學實壽彌條檜桒栁楳峯埜瑤遙堯凜巖穗經總綠' ||
      '聰樂劍凉溫淸戶靑內彥郞敎澁鐵ぁぃぅぇぉゕゖっゃゅょゎヽヾς‐‒–—―−ー〜。、',
      'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひ' ||
      'びぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわゐゑをんゔかけ高崎崎吉辺辺斉斉斉浜浜沢島島' ||
      '桜広国真竜徳恵栄富館槙瀬滝淵万礼豊静蔵円寛増黒鴎薮園曽亀関塩学実寿弥条桧桑柳梅峰野瑶遥尭凛巌穂経総緑' ||
      '聡楽剣涼温清戸青内彦郎教渋鉄あいうえおかけつやゆよわゝゞσ-------~.,'),
    '[\t-\r \u0085\u1680\u2028\u2029]+', ' ', 'g'),
    ' ?([\u3005-\u3007\u3040-\u30ff\u3400-\u9fff\U00020000-\U0003ffff]) ?', '\1', 'g'), NFKC))
$$;

-- The form in which searches compare.
create function sought(text) returns text
language sql immutable strict parallel safe as $$ select replace(plain($1), ' ', '') $$;

-- Lists of names: Japanese order, and numbers by their value, so that Room 2 comes before Room 10.
create collation natural_order (provider = icu, locale = 'ja-u-kn-true');
