-- Whether there is synthetic data, and of which years, is asked while an office works with millions of real sales.
create index sale_synthetic on sale (contract_date) where synthetic;
create index property_synthetic on property (id) where synthetic;
