-- Who put the checklist of a new site away. Written by site/first-steps. Requirement OPS-09.
create table first_steps_hidden (
  -- The site; people of its organisation and the operator see its checklist too.
  tenant_id uuid not null references tenant (id),
  user_id   uuid not null,
  hidden_at timestamptz(3) not null,
  primary key (tenant_id, user_id)
);
select isolate('first_steps_hidden');
