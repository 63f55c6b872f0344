version="1.0"
tags={
	"Events"
	"Gameplay"
}
name="My Mod"
supported_version="1.18.*"
replace_path="history/titles"
replace_path="history/wars"
dependencies={ "Other Mod" "Third" }
path="mod/my_mod"
remote_file_id="123"
