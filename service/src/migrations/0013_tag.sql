-- Tags of cameras and shifts of users. Requirements SET-02, SET-03.
create table tag (
  tenant_id  uuid not null references tenant (id),
  id         uuid not null default uuidv7(),
  name       text not null check (length(name) between 1 and 80),
  edited_by_name text,
  updated_at timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index tag_name on tag (tenant_id, lower(name));
select isolate('tag');

create table camera_tag (
  tenant_id uuid not null,
  camera_id uuid not null,
  tag_id    uuid not null,
  primary key (tenant_id, camera_id, tag_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, tag_id) references tag (tenant_id, id) on delete cascade
);
create index camera_tag_by_tag on camera_tag (tenant_id, tag_id);
select isolate('camera_tag');

create table shift (
  tenant_id    uuid not null references tenant (id),
  id           uuid not null default uuidv7(),
  name         text not null check (length(name) between 1 and 80),
  -- Minutes since the site's midnight; an end at or before the start is on the next day.
  start_minute integer not null check (start_minute between 0 and 1439),
  end_minute   integer not null check (end_minute between 0 and 1439),
  edited_by_name text,
  updated_at   timestamptz(3) not null default now(),
  primary key (tenant_id, id)
);
create unique index shift_name on shift (tenant_id, lower(name));
select isolate('shift');

create table user_shift (
  tenant_id uuid not null,
  user_id   uuid not null,
  shift_id  uuid not null,
  primary key (tenant_id, user_id, shift_id),
  foreign key (tenant_id, user_id) references app_user (tenant_id, id) on delete cascade,
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade
);
create index user_shift_by_shift on user_shift (tenant_id, shift_id);
select isolate('user_shift');
