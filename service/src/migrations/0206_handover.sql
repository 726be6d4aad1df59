-- Handover of a shift: notes while it is prepared, and what was handed over, for good. Requirement HANDOVER-01.
create table handover_note (
  tenant_id  uuid not null,
  id         uuid not null default uuidv7(),
  -- A shift's id; 'day' or 'night' at a site without shifts.
  shift_key  text not null check (length(shift_key) <= 40),
  -- The site's day on which the shift begins.
  day        date not null,
  -- Of all rooms of this unit; null: of the whole site, or of one room.
  unit_id    uuid,
  -- Of this room; null: of all rooms.
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
