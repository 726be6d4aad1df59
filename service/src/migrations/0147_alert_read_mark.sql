-- 'Mark all read' can be undone for some minutes: what one call marked, and the watermark that it moved.
create table alert_read_mark (
  -- The tenant whose alerts were marked; a call that reaches several tenants has a row in each, of one id.
  tenant_id         uuid not null references tenant (id),
  user_id           uuid not null,
  id                uuid not null,
  marked_at         timestamptz(3) not null,
  -- Both null: no watermark was moved, and the rows of alert_seen say what was marked.
  seen_until_before timestamptz(3),
  seen_until        timestamptz(3),
  primary key (tenant_id, user_id, id)
);
select isolate('alert_read_mark');

-- The call that marked it together with others; null: it was opened or chosen by itself.
alter table alert_seen add column mark_id uuid;
