-- Virtual check-ins: who looked into which room, for how long, and what they noted. Requirement LIVE-03.
create table check_in (
  tenant_id   uuid not null references tenant (id),
  id          uuid not null default uuidv7(),
  camera_id   uuid not null,
  -- The unit of the camera when it began; decides who may see it.
  unit_id     uuid,
  -- The sign-in that it was opened with. It may be of the organisation above the site, so it is no key.
  user_id     uuid not null,
  -- Who looked: the same, or whoever of those who share that sign-in said so. The name stays when the user goes.
  person_id   uuid not null,
  person_name text not null,
  -- Name of a sign-in that several people share; null: it is the person's own.
  station_name text,
  started_at  timestamptz(3) not null,
  -- When the first picture was shown; null: none was.
  stream_at   timestamptz(3),
  -- Seconds in which the tab was visible and its picture live.
  monitored_seconds integer not null default 0 check (monitored_seconds >= 0),
  -- When somebody was there last.
  last_sign_at timestamptz(3) not null,
  -- Null: it is running.
  ended_at    timestamptz(3),
  -- left: the user ended it. silent: no sign came for 30 s; then it ended with the last one.
  end_reason  text check (end_reason in ('left', 'silent')),
  note        text not null default '' check (length(note) <= 2000),
  note_version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check ((ended_at is null) = (end_reason is null)),
  check (ended_at >= started_at)
) with (fillfactor = 80);
-- Serves event.search by time. What changes with each sign is in no index but that of the running ones.
create index check_in_by_time on check_in (tenant_id, started_at desc, id desc) include (unit_id, camera_id, person_id);
create index check_in_by_camera on check_in (tenant_id, camera_id, started_at desc, id desc) include (unit_id, person_id);
create index check_in_by_person on check_in (tenant_id, person_id, started_at desc, id desc) include (unit_id, camera_id);
-- One person looks into one room once at a time; whoever opens it again goes on.
create unique index check_in_running on check_in (tenant_id, person_id, camera_id) where ended_at is null;
-- Serves what is closed when nobody is there any more.
create index check_in_silent on check_in (last_sign_at) where ended_at is null;
select isolate('check_in');

-- What became of a note after its check-in was over.
create table check_in_edit (
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  check_in_id uuid not null,
  at         timestamptz(3) not null,
  user_id    uuid not null,
  user_name  text not null,
  before     text not null,
  after      text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, check_in_id) references check_in (tenant_id, id) on delete cascade
);
create index check_in_edit_by_check_in on check_in_edit (tenant_id, check_in_id, at desc);
select isolate('check_in_edit');

-- How many check-ins there are, so that no list counts history. The triggers below are the only writers. One without a
-- unit counts under the zero uuid.
create table check_in_tally (
  tenant_id  uuid not null references tenant (id),
  unit_id    uuid not null,
  camera_id  uuid not null,
  person_id  uuid not null,
  check_ins  integer not null,
  primary key (tenant_id, unit_id, camera_id, person_id)
) with (fillfactor = 70);
select isolate('check_in_tally');

create function check_in_count() returns trigger
language plpgsql as $$
declare
  sign constant integer := case tg_op when 'DELETE' then -1 else 1 end;
begin
  insert into check_in_tally as t (tenant_id, unit_id, camera_id, person_id, check_ins)
  select c.tenant_id, coalesce(c.unit_id, uuid_nil()), c.camera_id, c.person_id, sign * count(*)
    from changed c group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (tenant_id, unit_id, camera_id, person_id) do update set check_ins = t.check_ins + excluded.check_ins;
  return null;
end $$;
revoke execute on function check_in_count() from public;
create trigger check_in_counted_in after insert on check_in referencing new table as changed
  for each statement execute function check_in_count();
create trigger check_in_counted_out after delete on check_in referencing old table as changed
  for each statement execute function check_in_count();
