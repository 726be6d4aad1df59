-- Makers whose cameras have a profile.
alter table camera drop constraint camera_vendor_check;
alter table camera add constraint camera_vendor_check
  check (vendor in ('AXIS', 'HIKVISION', 'DAHUA', 'UNIVIEW', 'TAPO', 'VIGI', 'I_PRO', 'REOLINK', 'IO_DATA'));
