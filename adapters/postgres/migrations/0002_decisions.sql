-- What was decided on an event, beside it; NULL for events that were stored before there was this column.
ALTER TABLE events ADD COLUMN decision bytea;
