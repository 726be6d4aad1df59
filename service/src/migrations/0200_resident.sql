-- Residents, their consents and their stays in rooms. Requirements RESIDENT-01, RESIDENT-02; decision 0021.

create extension if not exists btree_gist;

-- A person that lives, or lived, at the site. Written by care/resident.
create table resident (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  name       text not null check (length(name) between 1 and 80),
  honorific  text not null check (honorific in ('sama', 'san', 'mr', 'mrs', 'ms', 'none')),
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
  kind             text not null check (kind in ('detection', 'recording', 'clear-pictures')),
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

-- Serves room_stay: the cameras of one room.
create index camera_of_room on camera (tenant_id, tally_unit_id, location) where location_type = 'ROOM';

-- A stay with each camera of its room: those of the same unit and the same location.
create view room_stay with (security_invoker = true) as
  select c.tenant_id, c.id as camera_id, s.id as stay_id, s.resident_id, s.bed, s.from_at, s.to_at
  from camera c
    join camera h on h.tenant_id = c.tenant_id and h.tally_unit_id = c.tally_unit_id and h.location = c.location
      and h.location_type = 'ROOM'
    join stay s on s.tenant_id = h.tenant_id and s.camera_id = h.id
  where c.location_type = 'ROOM';
grant select on room_stay to mimamori_app, mimamori_platform;
