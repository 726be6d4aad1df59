-- Everything that people fill in about a camera, and what is known of its settings in force. Requirements CAM-02, CAM-06, CAM-09.
alter table camera
  -- A day of the site's calendar.
  add column installation_date date,
  -- Pixels and frames per second that the picture is expected to have; null: as the camera sends it.
  add column width integer check (width between 16 and 16384),
  add column height integer check (height between 16 and 16384),
  add column frame_rate double precision check (frame_rate between 0.1 and 240),
  -- Degrees clockwise by which the picture is turned.
  add column angle smallint not null default 0 check (angle in (0, 90, 180, 270)),
  -- How the apps look at the picture where their own settings leave it open.
  add column sensitivity text not null default 'medium' check (sensitivity in ('low', 'medium', 'high')),
  -- Share of a region's pixels that must change, in per cent.
  add column pixel_change_percent double precision not null default 1.5 check (pixel_change_percent between 0.1 and 100),
  -- Length of a clip, seconds.
  add column sequence_duration_seconds integer not null default 15 check (sequence_duration_seconds between 6 and 60),
  -- Seconds of uninterrupted motion before it counts.
  add column motion_duration_seconds double precision not null default 2 check (motion_duration_seconds between 0 and 600),
  -- Seconds between two stills of the list.
  add column image_duration_seconds integer not null default 10 check (image_duration_seconds between 5 and 3600),
  -- Degrees below the horizontal, centimetres above the floor, and the floor of the room in square metres.
  add column placement_angle_degrees double precision check (placement_angle_degrees between -90 and 90),
  add column placement_height_cm integer check (placement_height_cm between 0 and 2000),
  add column room_size_m2 double precision check (room_size_m2 between 0 and 10000),
  -- As the installer noted them; the hub uses the stream's address alone.
  add column ip_address text not null default '' check (length(ip_address) <= 45),
  add column mac_id text not null default '' check (length(mac_id) <= 17),
  add column connection text not null default 'wired' check (connection in ('wired', 'wireless')),
  add column ssid text not null default '' check (length(ssid) <= 32),
  add column signal_strength_dbm integer check (signal_strength_dbm between -120 and 0),
  add column channel integer check (channel between 1 and 233),
  add column is_privacy_on boolean not null default false,
  -- What pictures show of people while privacy is on.
  add column privacy_level text not null default 'none' check (privacy_level in ('none', 'blur', 'silhouette')),
  -- Places that no picture shows, whatever the level: the contract's Region[].
  add column masks jsonb not null default '[]' check (jsonb_typeof(masks) = 'array'),
  -- Whether a silence of so many minutes raises an alert.
  add column is_inactive_alert_on boolean not null default false,
  add column inactive_alert_minutes integer check (inactive_alert_minutes between 1 and 9999999),
  -- Who hears of its alerts: the contract's Subscribers. Ids of people who are gone are passed over.
  add column subscribers jsonb not null check (jsonb_typeof(subscribers) = 'object') default
    '{"emails": [], "mobileUserIds": [], "desktopUserIds": [], "reminderUserIds": [], "userIds": [], "unitIds": []}',
  -- Escalation rules of the site that watch over its alerts.
  add column escalation_ids uuid[] not null default '{}',
  -- Whether alerts are also sent to the site's external system, and under which codes.
  add column is_external_alert_on boolean not null default false,
  add column unit_code text not null default '' check (length(unit_code) <= 40),
  add column res_code text not null default '' check (length(res_code) <= 40),
  -- A JSON object as text for what this camera alone needs; empty: none.
  add column extra_config text not null default '' check (length(extra_config) <= 4000),

  -- False: not put into service yet, or taken out of it: shown as Inactive, and its hub leaves it alone.
  add column is_active boolean not null default true,
  -- What people see: a person's switch beats whatever was last heard.
  add column shown_status text not null generated always as
    (case when not is_enabled then 'Disabled' when not is_active then 'Inactive' else status end) stored,
  -- The settings that the hub said are in force, without password; null: it has not said.
  add column reported_settings jsonb,
  -- The desired version with which the password last changed: older ones in force have another password.
  add column password_version integer not null default 1,
  -- Set: deregistered. The row stays, without secrets and settings, for the alerts that name it; no list has it.
  add column deregistered_at timestamptz(3),
  -- Only what is gone has no hub.
  alter column agent_id drop not null,
  add check (agent_id is not null or deregistered_at is not null);

-- The name of a camera that is gone is free again.
drop index camera_name;
create unique index camera_name on camera (tenant_id, lower(name)) where deregistered_at is null;
