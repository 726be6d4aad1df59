-- A hub concluded every alert so far: 'camera' was the wish of a setting that no hub ever got. domain.md "Inferenced by".
alter table alert no force row level security;
alter table alert disable trigger user;
update alert set inferenced_by = 'cloud' where inferenced_by = 'camera';
alter table alert enable trigger user;
alter table alert force row level security;

-- Only an AXIS camera can run an application of its own.
alter table camera no force row level security;
alter table camera_app no force row level security;
update camera_app a set settings = a.settings - 'inferenceEnvironment'
from camera c
where c.tenant_id = a.tenant_id and c.id = a.camera_id and c.type <> 'AXIS'
  and a.settings->>'inferenceEnvironment' = 'camera';
alter table camera_app force row level security;
alter table camera force row level security;
