-- What the tiles of the statistical hub say of the district: figures of their reports.
-- uses: ratio_analyses
select (select count(*)::integer from property where status = 'A' and district_code = any(:districts::text[])) as active_properties,
  (select count(*)::integer from property where status = 'A' and district_code = any(:districts::text[])
    and risk_level(risk_rating) = 1) as of_risk_1,
  (select count(*)::integer from ratio_analyses) as analysed_sales
