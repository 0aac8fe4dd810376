-- Whether a supp has a worksheet is asked of each supp that is checked: without an index all worksheets were read each time.
create index worksheet_of_supp on worksheet (supp_id) where supp_id is not null;
