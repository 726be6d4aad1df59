-- A camera's small stream, of the same device and with the same login; empty: it has one stream, as up to now.
alter table camera
  add column sub_stream_url text not null default '' check (sub_stream_url !~ '^[a-zA-Z]+://[^/?#]*@');
