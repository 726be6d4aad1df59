-- Care: residents and their stays, the state of their rooms, care visits, and handovers of shifts.

-- Residents, their consents and their stays in rooms. Requirements RESIDENT-01, RESIDENT-02; decision 0021.

create extension if not exists btree_gist;

-- A person that lives, or lived, at the site. Written by care/resident.
create table resident (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  name       text not null check (length(name) between 1 and 80),
  -- The name in kana; empty: not known.
  kana       text not null default '' check (length(kana) <= 80),
  -- What official forms ask for: the contract's ResidentFacts.
  facts      jsonb not null default '{}',
  -- Lists are in this order, and searches look into the other one.
  sort_name  text collate natural_order not null generated always as (plain(coalesce(nullif(kana, ''), name))) stored,
  search_text text not null generated always as (sought(name) || e'\n' || sought(kana)) stored,
  honorific  text not null check (honorific ~ '^[a-z]{2,12}$'),
  -- What a carer has to know at the door: fall risk, hard of hearing.
  care_note  text not null default '' check (length(care_note) <= 500),
  version    integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  -- Set: removed, shown to administrators alone, and erased after some days. The first of the two steps.
  removed_at timestamptz(3),
  primary key (tenant_id, id)
);
-- Serves the job that erases.
create index resident_removed on resident (removed_at) where removed_at is not null;
select isolate('resident');

-- A resident's answer to one question; each resident has all three. Written by care/resident.
create table resident_consent (
  tenant_id        uuid not null,
  resident_id      uuid not null,
  kind             text not null check (kind in ('detection', 'recording', 'clear-images')),
  is_given         boolean not null,
  -- When it was given or refused, by the site's calendar, and the person that signed: the resident, a daughter, a guardian.
  answered_on      date not null,
  answered_by      text not null check (length(answered_by) between 1 and 80),
  -- The user that wrote it down.
  recorded_by      uuid not null,
  recorded_by_name text not null,
  recorded_at      timestamptz(3) not null,
  primary key (tenant_id, resident_id, kind),
  foreign key (tenant_id, resident_id) references resident (tenant_id, id) on delete cascade
);
select isolate('resident_consent');

-- A resident in a bed of a room, the room by its camera. Without an end it goes on. Written by care/resident.
create table stay (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  resident_id uuid not null,
  camera_id   uuid not null,
  -- 1 unless several people share the room.
  bed         smallint not null default 1 check (bed between 1 and 8),
  from_at     timestamptz(3) not null,
  to_at       timestamptz(3),
  version     integer not null default 1,
  updated_at  timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, resident_id) references resident (tenant_id, id) on delete cascade,
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (to_at > from_at),
  -- Nobody is in two rooms, and nobody shares a bed.
  constraint stay_one_room exclude using gist (tenant_id with =, resident_id with =, tstzrange(from_at, to_at) with &&),
  constraint stay_one_bed
    exclude using gist (tenant_id with =, camera_id with =, bed with =, tstzrange(from_at, to_at) with &&)
);
create index stay_by_resident on stay (tenant_id, resident_id, from_at desc);
create index stay_by_camera on stay (tenant_id, camera_id, from_at desc);
-- Serves the job that erases those that left long ago.
create index stay_by_end on stay (to_at) where to_at is not null;
select isolate('stay');

-- A stay with each camera of its room: those of the same unit and the same location.
create view room_stay with (security_invoker = true) as
  select c.tenant_id, c.id as camera_id, s.id as stay_id, s.resident_id, s.bed, s.from_at, s.to_at
  from camera c
    join camera h on h.tenant_id = c.tenant_id and h.tally_unit_id = c.tally_unit_id and h.location = c.location
      and h.location_type = 'ROOM'
    join stay s on s.tenant_id = h.tenant_id and s.camera_id = h.id
  where c.location_type = 'ROOM';
grant select on room_stay to mimamori_app, mimamori_platform;

-- What each room's resident does now, as its hub says, and the changes of the last days. Requirements ROOM-01, ROOM-02.

create table room_state (
  tenant_id    uuid not null,
  camera_id    uuid not null,
  state        text not null check (state in ('in-bed', 'sitting-up', 'up', 'present', 'on-floor', 'away', 'with-staff',
    'unknown')),
  -- {code, params}: why nothing is known.
  reason       jsonb,
  -- When it began.
  since        timestamptz(3) not null,
  -- When the hub concluded it, or said it again: what is older never replaces it.
  concluded_at timestamptz(3) not null,
  heard_at     timestamptz(3) not null,
  -- When the service received this state first, by its own clock: a state that went away and came back is received anew.
  received_at  timestamptz(3) not null,
  primary key (tenant_id, camera_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check ((state = 'unknown') = (reason is not null))
);
-- Serves the alarms of rooms where somebody lies on the floor and no fall was raised. ROOM-01.
create index room_state_on_floor on room_state (tenant_id, camera_id) where state = 'on-floor';
select isolate('room_state');

-- A row is a state that began; it lasted until the next one of the camera.
create table room_change (
  tenant_id uuid not null,
  id        uuid not null default uuidv7(),
  camera_id uuid not null,
  state     text not null,
  since     timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id)
);
-- Serves the lanes, and that a state which is said again is stored once.
create unique index room_change_by_camera on room_change (tenant_id, camera_id, since);
-- Serves forgetting.
create index room_change_oldest on room_change (since);
select isolate('room_change');

-- Care visits: somebody is with the resident, and alarms of chosen apps pause. Requirement ALARM-08.
create table visit (
  tenant_id   uuid not null,
  id          uuid not null default uuidv7(),
  camera_id   uuid not null,
  user_id     uuid not null,
  -- Names stay when users go.
  user_name   text not null check (user_name <> ''),
  -- Their alerts are stored as activity while the visit runs.
  app_codes   text[] not null check (array_position(app_codes, null) is null
    and array_to_string(app_codes, ' ') ~ '^A[0-9]{3}( A[0-9]{3})*$'),
  request_id  uuid not null,
  started_at  timestamptz(3) not null,
  -- No alert pauses from here on, whatever ends the visit, and when.
  ends_at     timestamptz(3) not null,
  ended_at    timestamptz(3),
  end_reason  text check (end_reason in ('time', 'hand', 'alone', 'replaced')),
  ended_by    uuid,
  ended_name  text,
  -- When the room was seen without staff after the end, and nobody lay on the floor or an alarm said so.
  processed_at  timestamptz(3),
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  check (ends_at > started_at),
  check ((ended_at is null) = (end_reason is null)),
  check ((ended_by is null) = (ended_name is null)),
  check (processed_at is null or ended_at is not null)
);
create unique index visit_running on visit (tenant_id, camera_id) where ended_at is null;
create unique index visit_request on visit (tenant_id, request_id);
-- Serves the trigger below and the pages of a room.
create index visit_by_camera on visit (tenant_id, camera_id, started_at desc);
-- Serves the job that ends visits.
create index visit_unprocessed on visit (tenant_id, camera_id) where processed_at is null;
select isolate('visit');

-- Handover of a shift: notes while it is prepared, and what was handed over, for good. Requirement HANDOVER-01.
create table handover_note (
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  -- A shift's id; 'day' or 'night' at a site without shifts.
  shift_key  text not null check (length(shift_key) <= 40),
  -- The site's day on which the shift begins.
  day        date not null,
  -- For all rooms of this unit; null: for the whole site, or for one room.
  unit_id    uuid,
  -- For this room; null: for all rooms.
  camera_id  uuid,
  text       text not null check (length(text) <= 2000),
  -- Who writes must have seen the newest: two writers lose nothing.
  version    integer not null default 1,
  user_id    uuid not null,
  user_name  text not null,
  updated_at timestamptz(3) not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id),
  foreign key (tenant_id, unit_id) references unit (tenant_id, id) on delete cascade,
  check (num_nonnulls(unit_id, camera_id) <= 1)
);
create unique index handover_note_of on handover_note (tenant_id, day, shift_key, unit_id, camera_id) nulls not distinct;
select isolate('handover_note');

create table handover (
  tenant_id     uuid not null references tenant (id),
  id            uuid not null default uuidv7(),
  shift_key     text not null,
  day           date not null,
  -- Null: the whole site. No key: the record stays when the unit goes.
  unit_id       uuid,
  starts_at     timestamptz(3) not null,
  ends_at       timestamptz(3) not null,
  giver_id      uuid not null,
  giver_name    text not null,
  receiver_id   uuid not null,
  receiver_name text not null,
  request_id    uuid not null,
  handed_at     timestamptz(3) not null,
  -- The contract's HandoverSheet as it was then.
  sheet         jsonb not null,
  -- What the search finds: names, rooms, notes.
  search_text   text not null,
  primary key (tenant_id, id),
  check (giver_id <> receiver_id)
);
create index handover_by_time on handover (tenant_id, handed_at desc, id desc);
create index handover_of_shift on handover (tenant_id, day, shift_key, handed_at desc);
create unique index handover_request on handover (tenant_id, request_id);
-- Added and read, never changed.
select isolate('handover', 'select, insert');
