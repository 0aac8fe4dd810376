-- The newest uploads.
-- uses: uploads
select * from uploads order by uploaded_at desc, upload_no desc limit 8
