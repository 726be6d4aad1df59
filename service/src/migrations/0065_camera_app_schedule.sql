-- When an app's alerts count on one camera, and its severity with its other settings. Requirements APP-02, APP-03, CAM-10.
alter table camera_app
  -- The contract's Schedule; null: as the unit says, else the site, else always.
  add column schedule jsonb;

-- The owner of the table is fenced like everybody; for the rows of before the fence is lifted.
alter table camera_app no force row level security;
-- One place for one setting: the contract's AppSettings has the severity too.
update camera_app set settings = settings || jsonb_build_object('severity', severity) where severity is not null;
alter table camera_app force row level security;
alter table camera_app drop column severity;
