-- One computation for whoever shows it: the function factor_figures_of says what each row is.
select * from factor_figures_of(:over::json, :tried::text, :districts::text[])
