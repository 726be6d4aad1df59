-- Planned check-ins. Requirement LIVE-04; domain.md "Booking".

-- What was planned: once, or each day or week until a day.
create table booking (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  camera_id  uuid not null,
  -- Who is to look in. It may be somebody of the organisation above the site, so it is no key; the name stays.
  user_id    uuid not null,
  user_name  text not null,
  -- By the site's calendar and clock.
  first_day  date not null,
  start_minute integer not null check (start_minute between 0 and 1439),
  -- For so long after its time a check-in counts.
  window_minutes integer not null check (window_minutes between 5 and 720),
  -- The reminder comes so long before its time.
  reminder_minutes integer not null check (reminder_minutes between 0 and 120),
  repeat     text not null check (repeat in ('none', 'daily', 'weekly')),
  -- The last day on which it may happen; null unless it repeats.
  until_day  date,
  -- What to look for.
  purpose    text not null default '' check (length(purpose) <= 200),
  -- When it was cancelled: the occurrences that were still to come then have the same instant.
  removed_at timestamptz(3),
  version    integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check ((until_day is null) = (repeat = 'none')),
  check (until_day between first_day and first_day + 365)
);
create index booking_by_camera on booking (tenant_id, camera_id);
select isolate('booking');

-- When a wall-clock time of a site is. Of a time that clocks skip as much later as they skip, of one that they repeat the second.
create function site_instant(day date, minute integer, timezone text) returns timestamptz
language sql immutable parallel safe as $$ select (day + make_interval(mins => minute)) at time zone timezone $$;

-- One planned check-in of a booking.
create table booking_occurrence (
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  booking_id uuid not null,
  -- Those of the booking, here again so that calendars, reminders and check-ins find them by index.
  camera_id  uuid not null,
  user_id    uuid not null,
  user_name  text not null,
  day        date not null,
  start_minute integer not null check (start_minute between 0 and 1439),
  starts_at  timestamptz(3) not null,
  -- From here on it is missed.
  ends_at    timestamptz(3) not null,
  -- Taken out of its series by a person.
  is_skipped boolean not null default false,
  -- Moved to another time than its series has.
  is_moved   boolean not null default false,
  -- It was still to come when its booking was cancelled or planned anew.
  removed_at timestamptz(3),
  -- The check-in that it was done by.
  check_in_id uuid,
  -- When people are to be reminded; null: they were, or need not be.
  remind_at  timestamptz(3),
  reminded_at timestamptz(3),
  version    integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, booking_id) references booking (tenant_id, id) on delete cascade,
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  foreign key (tenant_id, check_in_id) references check_in (tenant_id, id) on delete set null (check_in_id),
  check (ends_at > starts_at)
);
-- Serves the calendar.
create index booking_occurrence_by_day on booking_occurrence (tenant_id, day, start_minute) where removed_at is null;
-- Serves what is due and next, and conflicts.
create index booking_occurrence_by_end on booking_occurrence (tenant_id, ends_at) where removed_at is null and not is_skipped;
-- Serves a check-in that finds what it does, conflicts of a room, and those of a person.
create index booking_occurrence_by_camera on booking_occurrence (tenant_id, camera_id, ends_at);
create index booking_occurrence_by_user on booking_occurrence (tenant_id, user_id, ends_at);
create index booking_occurrence_by_booking on booking_occurrence (tenant_id, booking_id, starts_at);
create index booking_occurrence_by_check_in on booking_occurrence (tenant_id, check_in_id) where check_in_id is not null;
-- Serves the timer of reminders.
create index booking_occurrence_due on booking_occurrence (remind_at) where remind_at is not null;
select isolate('booking_occurrence');

-- Somebody looks into a room and sees the first picture: everything that is planned there for now is done. From 15
-- minutes before its time until its end it counts, whoever looks.
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
create trigger check_in_seen after insert or update of stream_at on check_in
  for each row when (new.stream_at is not null) execute function check_in_seen();

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
create trigger booking_moved_zone after update of timezone on tenant
  for each row when (old.timezone is distinct from new.timezone) execute function booking_moved_zone();
