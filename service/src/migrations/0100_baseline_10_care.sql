-- Care: virtual check-ins, plans of them, and incident
-- reports.

-- A virtual check-in: the person, the room, for how long, and the note. Written by care/event. Requirement LIVE-03.
create table check_in (
  tenant_id         uuid not null references tenant (id),
  id                uuid not null default uuidv7(),
  camera_id         uuid not null,
  -- The unit of the camera when it began; decides who may see it.
  unit_id           uuid,
  -- The sign-in that it was opened with. It may be of the organisation above the site, so it is not a foreign key.
  user_id           uuid not null,
  -- The person that looked: the user itself, or the one named by those that share the sign-in. The name stays when
  -- the user goes.
  person_id         uuid not null,
  person_name       text not null,
  -- Name of a sign-in that several people share; null: it is the person's own.
  station_name      text,
  started_at        timestamptz(3) not null,
  -- When the first image was shown; null: none was.
  stream_at         timestamptz(3),
  -- Seconds in which the tab was visible and its image live.
  monitored_seconds integer not null default 0 check (monitored_seconds >= 0),
  -- When somebody was there last.
  last_sign_at      timestamptz(3) not null,
  -- Null: it is running.
  ended_at          timestamptz(3),
  -- left: the user ended it. silent: no sign came for 30 s; then it ended with the last one.
  end_reason        text check (end_reason in ('left', 'silent')),
  note              text not null default '' check (length(note) <= 2000),
  note_version      integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check ((ended_at is null) = (end_reason is null)),
  constraint check_in_check1 check (ended_at >= started_at)
) with (fillfactor = 80);
-- Serves event.search by time. What changes with each sign is in no index but that of the running ones.
create index check_in_by_time on check_in (tenant_id, started_at desc, id desc)
  include (unit_id, camera_id, person_id);
create index check_in_by_camera on check_in (tenant_id, camera_id, started_at desc, id desc)
  include (unit_id, person_id);
create index check_in_by_person on check_in (tenant_id, person_id, started_at desc, id desc)
  include (unit_id, camera_id);
-- One person looks into one room once at a time; opened again, it goes on.
create unique index check_in_running on check_in (tenant_id, person_id, camera_id) where ended_at is null;
-- Serves what is closed when nobody is there any more.
create index check_in_silent on check_in (last_sign_at) where ended_at is null;
select isolate('check_in');

-- A change of a note after its check-in was over. Written by care/event.
create table check_in_edit (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  check_in_id uuid not null,
  at          timestamptz(3) not null,
  user_id     uuid not null,
  user_name   text not null,
  before      text not null,
  after       text not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, check_in_id) references check_in (tenant_id, id) on delete cascade
);
create index check_in_edit_by_check_in on check_in_edit (tenant_id, check_in_id, at desc);
select isolate('check_in_edit');

-- How many check-ins there are, so that no list counts history; one without a unit counts under the zero uuid. The
-- triggers below are the only writers.
create table check_in_tally (
  tenant_id uuid not null references tenant (id),
  unit_id   uuid not null,
  camera_id uuid not null,
  person_id uuid not null,
  check_ins integer not null,
  primary key (tenant_id, unit_id, camera_id, person_id)
) with (fillfactor = 70);
select isolate('check_in_tally');

-- Counts the check-ins of one statement in or out. Rows are touched in the order of their keys, so that two
-- transactions never wait for each other crosswise.
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
create trigger check_in_counted_in after insert on check_in referencing new table as changed for each statement
  execute function check_in_count();
create trigger check_in_counted_out after delete on check_in referencing old table as changed for each statement
  execute function check_in_count();

-- A plan of check-ins: once, or each day or week until a day. Written by care/booking. Requirement LIVE-04; domain.md
-- "Booking".
create table booking (
  tenant_id        uuid not null references tenant (id),
  id               uuid not null default uuidv7(),
  camera_id        uuid not null,
  -- The user that is to look in, maybe one of the organisation above the site: not a foreign key; the name stays.
  user_id          uuid not null,
  user_name        text not null,
  -- By the site's calendar and clock.
  first_day        date not null,
  start_minute     integer not null check (start_minute between 0 and 1439),
  -- A check-in counts until this long after its time.
  window_minutes   integer not null check (window_minutes between 5 and 720),
  -- The reminder comes this long before its time.
  reminder_minutes integer not null check (reminder_minutes between 0 and 120),
  repeat           text not null check (repeat in ('none', 'daily', 'weekly')),
  -- The last day on which it may happen; null unless it repeats.
  until_day        date,
  -- What to look for.
  purpose          text not null default '' check (length(purpose) <= 200),
  -- When it was cancelled: the occurrences that were still to come then have the same instant.
  removed_at       timestamptz(3),
  version          integer not null default 1,
  created_at       timestamptz(3) not null,
  updated_at       timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check ((until_day is null) = (repeat = 'none')),
  constraint booking_check1 check (until_day >= first_day and until_day <= (first_day + 365))
);
create index booking_by_camera on booking (tenant_id, camera_id);
select isolate('booking');

-- One planned check-in of a booking. Written by care/booking; a check-in that happened is noted by a trigger.
create table booking_occurrence (
  tenant_id    uuid not null,
  id           uuid not null default uuidv7(),
  booking_id   uuid not null,
  -- Those of the booking, here again so that calendars, reminders and check-ins find them by index.
  camera_id    uuid not null,
  user_id      uuid not null,
  user_name    text not null,
  day          date not null,
  start_minute integer not null check (start_minute between 0 and 1439),
  starts_at    timestamptz(3) not null,
  -- From here on it is missed.
  ends_at      timestamptz(3) not null,
  -- Taken out of its series by a person.
  is_skipped   boolean not null default false,
  -- Moved to another time than its series has.
  is_moved     boolean not null default false,
  -- It was still to come when its booking was cancelled or planned anew.
  removed_at   timestamptz(3),
  -- The check-in that it was done by.
  check_in_id  uuid,
  -- When people are to be reminded; null: they were, or need not be.
  remind_at    timestamptz(3),
  reminded_at  timestamptz(3),
  version      integer not null default 1,
  -- The day of the series that it stands for, wherever it was moved: a day that a person changed stays so. LIVE-04.
  series_day   date not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, booking_id) references booking (tenant_id, id) on delete cascade,
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  foreign key (tenant_id, check_in_id) references check_in (tenant_id, id) on delete set null (check_in_id),
  check (ends_at > starts_at)
);
-- Serves the calendar.
create index booking_occurrence_by_day on booking_occurrence (tenant_id, day, start_minute)
  where removed_at is null;
-- Serves what is due and next, and conflicts.
create index booking_occurrence_by_end on booking_occurrence (tenant_id, ends_at)
  where removed_at is null and not is_skipped;
-- Serves a check-in that finds what it does, conflicts of a room, and those of a person.
create index booking_occurrence_by_camera on booking_occurrence (tenant_id, camera_id, ends_at);
create index booking_occurrence_by_user on booking_occurrence (tenant_id, user_id, ends_at);
create index booking_occurrence_by_booking on booking_occurrence (tenant_id, booking_id, starts_at);
create index booking_occurrence_by_check_in on booking_occurrence (tenant_id, check_in_id)
  where check_in_id is not null;
-- Serves the timer of reminders.
create index booking_occurrence_due on booking_occurrence (remind_at) where remind_at is not null;
select isolate('booking_occurrence');

-- A person looks into a room and sees the first image: everything that is planned there for now is done. From 15
-- minutes before its time until its end it counts for everybody.
create function check_in_seen() returns trigger
language plpgsql as $$
begin
  perform from booking_occurrence o
    where o.tenant_id = new.tenant_id and o.camera_id = new.camera_id and o.ends_at > new.stream_at
      and o.starts_at <= new.stream_at + interval '15 minutes' order by o.id for update;
  update booking_occurrence o set check_in_id = new.id, remind_at = null, version = o.version + 1
    where o.tenant_id = new.tenant_id and o.camera_id = new.camera_id
      and o.ends_at > new.stream_at and o.starts_at <= new.stream_at + interval '15 minutes'
      and o.check_in_id is null and o.removed_at is null and not o.is_skipped;
  return null;
end $$;
revoke execute on function check_in_seen() from public;
create trigger check_in_seen after insert or update of stream_at on check_in for each row
  when (new.stream_at is not null) execute function check_in_seen();

-- A site that moves to another time zone keeps the times on its clock; what was is left as it was.
create function booking_moved_zone() returns trigger
language plpgsql as $$
begin
  update booking_occurrence o set
      starts_at = site_instant(o.day, o.start_minute, new.timezone),
      ends_at = site_instant(o.day, o.start_minute, new.timezone) + (o.ends_at - o.starts_at),
      remind_at = o.remind_at + (site_instant(o.day, o.start_minute, new.timezone) - o.starts_at)
    where o.tenant_id = new.id and o.check_in_id is null and o.starts_at > new.updated_at;
  return null;
end $$;
revoke execute on function booking_moved_zone() from public;
create trigger booking_moved_zone after update of timezone on tenant for each row
  when (old.timezone is distinct from new.timezone) execute function booking_moved_zone();

-- An incident report: at most a draft and a saved one for each alert. A draft that is saved takes the place of the
-- saved one. Written by care/report. Requirements REPORT-01 to REPORT-04.
create table report (
  tenant_id      uuid not null,
  id             uuid not null default uuidv7(),
  alert_id       uuid not null,
  state          text not null check (state in ('draft', 'saved')),
  -- The whole text; each line is a sentence, empty lines stand between the parts.
  content        text not null check (length(content) <= 50000),
  -- The contract's ReportSentence[]: each line again, with what it rests on.
  sentences      jsonb not null default '[]',
  -- The contract's ReportBasis; null: a person wrote it from nothing.
  basis          jsonb,
  -- Grows by one with each change; an outdated edit is a conflict.
  version        integer not null default 1,
  created_at     timestamptz(3) not null,
  -- The user that changed it last; of a draft the one that asked for it. The name stays when the user goes.
  edited_by      uuid not null,
  edited_by_name text not null,
  edited_at      timestamptz(3) not null,
  primary key (tenant_id, id),
  unique (tenant_id, alert_id, state),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade
);
select isolate('report');

-- A change of a saved report. Written by care/report.
create table report_edit (
  tenant_id        uuid not null,
  id               uuid not null default uuidv7(),
  report_id        uuid not null,
  at               timestamptz(3) not null,
  -- replaced: a draft that was generated anew took its place. restored: an earlier text came back.
  kind             text not null check (kind in ('edited', 'replaced', 'restored')),
  user_id          uuid not null,
  user_name        text not null,
  before           text not null,
  after            text not null,
  -- What `before` rested on, so that a text that comes back brings it along.
  before_sentences jsonb not null,
  before_basis     jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, report_id) references report (tenant_id, id) on delete cascade
);
create index report_edit_by_report on report_edit (tenant_id, report_id, at desc);
select isolate('report_edit');

-- The work on a draft. A row outlives its work for some days: the day's budget is counted from them. Written by
-- care/report.
create table report_job (
  tenant_id         uuid not null,
  id                uuid not null default uuidv7(),
  alert_id          uuid not null,
  state             text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  -- The contract's steps begun so far: [{step, startedAt, endedAt}].
  steps             jsonb not null default '[]',
  -- Progress of the step that is under way.
  progress_percent  integer not null default 0 check (progress_percent between 0 and 100),
  error             text check (error in ('interrupted', 'unexpected')),
  -- Whether a model was asked: what the budget of a day counts.
  asked_model       boolean not null default false,
  -- The text's language and the zone of its times: those of the user that asked for it.
  locale            text not null check (locale ~ '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'),
  time_zone         text not null,
  requested_by      uuid not null,
  requested_by_name text not null,
  -- How often it was begun.
  attempts          integer not null default 0,
  created_at        timestamptz(3) not null,
  changed_at        timestamptz(3) not null,
  -- When a waiting row is due, and until when a running one is held (platform/work/queue).
  next_at           timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete cascade,
  check ((next_at is not null) = (state in ('waiting', 'running'))),
  constraint report_job_check1 check ((error is not null) = (state = 'failed'))
);
-- One at a time for each alert.
create unique index report_job_open on report_job (tenant_id, alert_id) where state in ('waiting', 'running');
create index report_job_by_alert on report_job (tenant_id, alert_id, created_at desc);
create index report_job_due_of_site on report_job (tenant_id, next_at) where state in ('waiting', 'running');
create index report_job_by_time on report_job (tenant_id, created_at);
select isolate('report_job');

-- Accident reports to the municipality in the ministry's form. Requirement REPORT-05; decision 0026.

-- One report as it is now. Written by care/accident.
create table accident (
  tenant_id      uuid not null references tenant (id),
  id             uuid not null default uuidv7(),
  -- Null: the alert was deleted since.
  alert_id       uuid,
  -- Null: a room without a stay, or a resident who was erased since. The form names the person itself.
  resident_id    uuid,
  -- The unit of the camera at that time; decides who may see it. No key: the report stays when the unit goes.
  unit_id        uuid,
  location       text not null,
  -- near-miss: a report that stays in the home (ヒヤリ・ハット). Requirement NIGHT-08.
  kind           text not null default 'accident' check (kind in ('accident', 'near-miss')),
  state          text not null default 'draft' check (state in ('draft', 'checked', 'submitted')),
  -- First report, second report: grows when a submitted report is opened again.
  issue          integer not null default 1,
  -- Grows with each step; an older one is a conflict.
  version        integer not null default 1,
  -- The ministry's form by the month of its notice: the contract's ACCIDENT_FORM_VERSIONS.
  form_version   text not null check (form_version in ('2024-11')),
  -- The contract's AccidentForm.
  form           jsonb not null,
  -- What the site's municipality asked for when the report was written: the contract's OwnItem[].
  own_items      jsonb not null default '[]',
  -- Printed with the number of the insured person instead of the name.
  is_number_for_name boolean not null default false,
  -- Sentences that came from evidence: the contract's AccidentSource[].
  sources        jsonb not null default '[]',
  person_name    text not null,
  occurred_at    timestamptz(3),
  is_final       boolean not null default false,
  missing_count  integer not null,
  edited_by      uuid not null,
  edited_by_name text not null,
  edited_at      timestamptz(3) not null,
  checked_by     uuid,
  checked_by_name text,
  checked_at     timestamptz(3),
  -- The last time, by the site's calendar. Set once, it stays: the report was sent.
  submitted_on   date,
  created_at     timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, alert_id) references alert (tenant_id, id) on delete set null (alert_id),
  foreign key (tenant_id, resident_id) references resident (tenant_id, id) on delete set null (resident_id),
  check (state = 'draft' or checked_by is not null),
  check (state <> 'submitted' or submitted_on is not null),
  check (state <> 'submitted' or kind = 'accident')
);
-- One of each kind for each alert and resident; without a resident the alert's row lock holds it.
create unique index accident_of_alert on accident (tenant_id, alert_id, resident_id, kind);
create index accident_by_time on accident (tenant_id, coalesce(occurred_at, created_at) desc, id desc);
create index accident_by_resident on accident (tenant_id, resident_id) where resident_id is not null;
-- Serves the job that drops reports after five years.
create index accident_by_edit on accident (edited_at);
select isolate('accident');

-- One revision: what somebody did, with the form as it was. Added and read, never changed. Written by care/accident.
create table accident_step (
  tenant_id    uuid not null,
  accident_id  uuid not null,
  version      integer not null,
  issue        integer not null,
  kind         text not null check (kind in ('created', 'saved', 'checked', 'submitted', 'next')),
  user_id      uuid not null,
  user_name    text not null,
  at           timestamptz(3) not null,
  state        text not null,
  form_version text not null check (form_version in ('2024-11')),
  form         jsonb not null,
  own_items    jsonb not null,
  is_number_for_name boolean not null,
  sources      jsonb not null,
  submitted_on date,
  primary key (tenant_id, accident_id, version),
  foreign key (tenant_id, accident_id) references accident (tenant_id, id) on delete cascade
);
select isolate('accident_step', 'select, insert');

-- What a site's municipality asks for beyond the ministry's form. Written by care/accident.
create table accident_setting (
  tenant_id          uuid primary key references tenant (id),
  -- The contract's OwnItem[].
  own_items          jsonb not null check (jsonb_typeof(own_items) = 'array'),
  is_number_for_name boolean not null,
  version            integer not null,
  updated_at         timestamptz(3) not null
);
select isolate('accident_setting');

-- A report that was never sent goes with its resident; a sent one stays as the facility's record.
create function drop_unsent_accidents() returns trigger
language plpgsql set search_path = pg_catalog, public as $$
begin
  delete from accident where tenant_id = old.tenant_id and resident_id = old.id and submitted_on is null;
  return old;
end $$;
create trigger resident_accidents before delete on resident for each row execute function drop_unsent_accidents();
