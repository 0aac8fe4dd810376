-- Analyses that stand on the sale of the conflict that is shown.
-- uses: shown_conflict
select a.id, a.contract_date, a.purchase_price, a.area, a.area_unit, a.analysed_lv, a.suitability
from shown_conflict k
join analysis a on a.sale_id = k.sale_id
