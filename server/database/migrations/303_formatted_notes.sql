-- Notes of records become formatted text, and a supp gets some; what stands in them is kept, line by line
-- (docs/decisions/0062). The views that show them are made anew after the migrations.
drop view if exists sale_record, analysis_record, supp_record, worksheet_record, crown_property_record,
  crown_parcel_record, tenure_record, lamc_valuation_record;
alter table sale
  alter column internal_notes type jsonb using rich_text_of(internal_notes),
  add check (jsonb_typeof(internal_notes -> 'blocks') = 'array');
alter table analysis
  alter column internal_notes type jsonb using rich_text_of(internal_notes),
  add check (jsonb_typeof(internal_notes -> 'blocks') = 'array');
alter table supp add column notes jsonb check (jsonb_typeof(notes -> 'blocks') = 'array');
alter table worksheet
  alter column notes type jsonb using rich_text_of(notes),
  add check (jsonb_typeof(notes -> 'blocks') = 'array');
alter table crown_property
  alter column notes type jsonb using rich_text_of(notes),
  add check (jsonb_typeof(notes -> 'blocks') = 'array');
alter table crown_parcel
  alter column notes type jsonb using rich_text_of(notes),
  add check (jsonb_typeof(notes -> 'blocks') = 'array');
alter table tenure
  alter column notes type jsonb using rich_text_of(notes),
  add check (jsonb_typeof(notes -> 'blocks') = 'array');
alter table lamc_valuation
  alter column notes type jsonb using rich_text_of(notes),
  add check (jsonb_typeof(notes -> 'blocks') = 'array');
comment on column sale.internal_notes is 'Formatted text; rich_text_plain() gives its words.';
comment on column analysis.internal_notes is 'Formatted text; rich_text_plain() gives its words.';
