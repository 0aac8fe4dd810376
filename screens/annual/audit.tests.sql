select number, title, scope, number || ' ' || title as named from audit_test where number < 950
