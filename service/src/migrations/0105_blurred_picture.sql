-- Pictures in which nobody can be recognised, for those who may see no others. Requirement CAM-09.

alter table media add column is_blurred boolean not null default false;
alter table alert add column blurred_media_id uuid;
