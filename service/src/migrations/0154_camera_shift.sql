-- Cameras are assigned to shifts: a shift with cameras is about their alerts alone. Requirement SET-04.
create table camera_shift (
  tenant_id uuid not null,
  camera_id uuid not null,
  shift_id  uuid not null,
  primary key (tenant_id, camera_id, shift_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, shift_id) references shift (tenant_id, id) on delete cascade
);
create index camera_shift_by_shift on camera_shift (tenant_id, shift_id);
select isolate('camera_shift');
