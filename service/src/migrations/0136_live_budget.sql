-- When a session's minutes of live pictures at a site began: lines that break, pages that reload, and restarts do not renew them. LIVE-01.
create table live_budget (
  -- Of the camera.
  tenant_id   uuid not null references tenant (id),
  session_id  uuid not null,
  started_at  timestamptz(3) not null,
  -- When a picture was opened or open last.
  used_at     timestamptz(3) not null,
  -- The viewings that opened a picture in it: none of them begins another.
  viewing_ids uuid[] not null,
  primary key (tenant_id, session_id)
);
select isolate('live_budget');
