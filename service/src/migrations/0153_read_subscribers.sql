-- An app has the lists of subscribers that are read: live streaming those of check-ins, a detection those of alerts. CAM-04.
-- Lists that nothing read are kept here, whole.
alter table camera_app add column former_subscribers jsonb;

alter table camera_app no force row level security;

with unread as (
  select p.tenant_id, p.camera_id, p.app_code, jsonb_object_agg(l.list, l.ids) as lists
  from camera_app p, jsonb_each(p.settings->'subscribers') as l (list, ids)
  where jsonb_typeof(p.settings->'subscribers') = 'object' and (p.app_code = 'A008') <> (l.list = 'reminderUserIds')
  group by p.tenant_id, p.camera_id, p.app_code
), former as (
  select u.*, exists (select from jsonb_each(u.lists) l (list, ids) where l.ids <> '[]') as is_filled from unread u
)
update camera_app p set
  settings = jsonb_set(p.settings, '{subscribers}',
    (p.settings->'subscribers') - array(select jsonb_object_keys(f.lists))),
  former_subscribers = case when f.is_filled then f.lists end
from former f
where p.tenant_id = f.tenant_id and p.camera_id = f.camera_id and p.app_code = f.app_code;

-- A detection's list said 'reminded of check-ins' too: its users are reminded now, where they stand in no list yet.
with wanted as (
  select p.tenant_id, p.camera_id, jsonb_agg(distinct u.id) as ids
  from camera_app p, jsonb_array_elements(p.former_subscribers->'reminderUserIds') u (id)
  where p.app_code <> 'A008' and jsonb_typeof(p.former_subscribers->'reminderUserIds') = 'array'
  group by p.tenant_id, p.camera_id
), joined as (
  select w.tenant_id, w.camera_id, (
    select jsonb_agg(distinct e.id) from jsonb_array_elements(
      coalesce(p.settings->'subscribers'->'reminderUserIds', '[]') || w.ids) e (id)) as ids
  from wanted w left join camera_app p
    on p.tenant_id = w.tenant_id and p.camera_id = w.camera_id and p.app_code = 'A008'
)
insert into camera_app as x (tenant_id, camera_id, app_code, state, settings)
select j.tenant_id, j.camera_id, 'A008', 'DISABLED',
  jsonb_build_object('appCode', 'A008', 'subscribers', jsonb_build_object('reminderUserIds', j.ids))
from joined j where jsonb_array_length(j.ids) <= 100
on conflict (tenant_id, camera_id, app_code) do update set
  settings = x.settings || jsonb_build_object('subscribers', excluded.settings->'subscribers');

-- What was off without a row was off before this.
update camera_app set state_changed_at = null
where app_code = 'A008' and state = 'DISABLED' and state_changed_at = now()::timestamptz(3);

alter table camera_app force row level security;
