-- What a hub decodes with, by codec; null: it has not said. Requirement REAL-08.
alter table agent
  add column decoders jsonb;
