-- uses: value_pairs
select property_class, 'V0' as measure, v0::double precision as value, sum(paired_n)::bigint as n from value_pairs group by property_class, v0
union all
select property_class, 'V1', v1::double precision, sum(paired_n)::bigint from value_pairs group by property_class, v1
union all
select property_class, 'CHANGE', v1::double precision / v0 - 1, paired_n::bigint from value_pairs
