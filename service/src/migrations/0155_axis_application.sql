-- The name of the application on an AXIS camera is a setting of its own. Until now the extra config could hold it. CAM-11.
alter table camera add column axis_application text not null default ''
  check (axis_application ~ '^[A-Za-z0-9_.-]{0,64}$');

alter table camera no force row level security;
with named as (
  select tenant_id, id, case when extra_config is json object then extra_config::jsonb end as config
  from camera where extra_config like '%acapApplication%'
)
update camera c set
  axis_application = n.config->>'acapApplication',
  extra_config = case when n.config - 'acapApplication' = '{}' then '' else (n.config - 'acapApplication')::text end
from named n
where c.tenant_id = n.tenant_id and c.id = n.id and n.config->>'acapApplication' ~ '^[A-Za-z0-9_.-]{1,64}$';
-- The name that was asked for without one, where a camera has answered to it.
update camera set axis_application = 'vcare'
where type = 'AXIS' and axis_application = '' and installation_status = 'Installed';
alter table camera force row level security;
