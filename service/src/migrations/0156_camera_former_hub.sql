-- A hub brings what it recorded of a camera before the camera moved to another hub. Requirements APP-01, HUB-04.
create table camera_former_hub (
  tenant_id uuid not null,
  camera_id uuid not null,
  agent_id  uuid not null,
  left_at   timestamptz not null,
  primary key (tenant_id, camera_id, agent_id),
  foreign key (tenant_id, camera_id) references camera (tenant_id, id) on delete cascade,
  foreign key (tenant_id, agent_id) references agent (tenant_id, id) on delete cascade
);
create index camera_former_hub_by_hub on camera_former_hub (tenant_id, agent_id);
select isolate('camera_former_hub');

-- A hub that is given to another site has nothing left to bring to this one.
create function camera_former_hub_gone() returns trigger
language plpgsql as $$
begin
  delete from camera_former_hub where tenant_id = old.tenant_id and agent_id = old.id;
  return new;
end $$;
create trigger camera_former_hub_gone before update of tenant_id on agent for each row
  when (old.tenant_id <> new.tenant_id) execute function camera_former_hub_gone();
